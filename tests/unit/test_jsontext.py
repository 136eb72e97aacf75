from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crossfelt import jsontext
from crossfelt.errors import BadInput
from crossfelt.jsontext import canonical_json, parse_json, parse_toml

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**39), 10**39) | st.floats(-1e300, 1e300) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=12,
)


BAD_JSON: list[tuple[str | bytes, str]] = [
    ("", "not JSON: Expecting value at line 1 column 1"),
    ("{", "not JSON: .* at line 1 column 2"),
    ("[1,]", "not JSON"),
    ('{"a": 1} {"b": 2}', "not JSON: Extra data"),
    ("{'a': 1}", "not JSON"),
    ('{"a": 1, "b": 2, "a": 3}', "the key 'a' appears twice"),
    ('[{"x": {"a": 1, "a": 1}}]', "the key 'a' appears twice"),
    ("NaN", "NaN is not a number"),
    ("[Infinity]", "Infinity is not a number"),
    ('{"a": -Infinity}', "-Infinity is not a number"),
    ("1e999", "is too large"),
    ("-1e999", "is too large"),
    ("9" * 41, "a number has 41 digits"),
    ("9" * 5_000, "a number has 5000 digits"),
    ("[" * 65 + "]" * 65, "nested more than 64 levels deep"),
    ("[" * 200_000, "nested more than 64 levels deep"),
    ('{"a":' * 70 + "1" + "}" * 70, "nested more than 64 levels deep"),
    (b"\xff\xfe", "byte 1 is not UTF-8"),
    (b'"ab\xc3"', "byte 4 is not UTF-8"),
]


@pytest.mark.parametrize(("text", "message"), BAD_JSON, ids=[message for _, message in BAD_JSON])
def test_json_refused(text: str | bytes, message: str) -> None:
    with pytest.raises(BadInput, match=message) as caught:
        parse_json(text)
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 200


def test_json_read() -> None:
    assert parse_json(b'{"a": [1, 2.5, null, true, "\\u00e9"]}') == {"a": [1, 2.5, None, True, "é"]}
    assert parse_json("9" * 40) == int("9" * 40)
    assert parse_json("-" + "9" * 40) == -int("9" * 40)
    assert parse_json("[" * 64 + "]" * 64) == json.loads("[" * 64 + "]" * 64)
    assert parse_json('"[[[["') == "[[[["


BAD_TOML: list[tuple[str | bytes, str]] = [
    ("a = ", "not TOML"),
    ("a = 1\na = 2", "not TOML"),
    ("[a]\n[a]", "not TOML"),
    ("a = 'x\n", "not TOML"),
    (b"a = '\xff'", "byte 6 is not UTF-8"),
    ("a = 2024-02-30", "not TOML"),
    ("a = " + "[" * 65 + "]" * 65, "nested more than 64 levels deep"),
    ("a = " + "[" * 20_000, "nested more than 64 levels deep"),
    ("[" + ".".join("a" * 70) + "]", "more than 16 parts"),
]


def test_an_endless_number_of_toml_is_left_to_its_own_field() -> None:
    """Python can't parse 5,000 digits. The shortened number is still out of every range, so its field reports it."""
    assert parse_toml("a = " + "9" * 5_000)["a"] == 10**40 - 1


@pytest.mark.parametrize(("text", "message"), BAD_TOML, ids=[message for _, message in BAD_TOML])
def test_toml_refused(text: str | bytes, message: str) -> None:
    with pytest.raises(BadInput, match=message) as caught:
        parse_toml(text)
    assert "\n" not in str(caught.value)


def test_toml_read() -> None:
    assert parse_toml(b'a = 1\n[b]\nc = ["x"]') == {"a": 1, "b": {"c": ["x"]}}
    assert parse_toml("") == {}


def test_a_byte_order_mark_is_passed_over() -> None:
    assert parse_toml(b"\xef\xbb\xbfa = 1") == parse_toml("\ufeffa = 1") == {"a": 1}
    assert parse_json(b'\xef\xbb\xbf{"a": 1}') == {"a": 1}


def test_canonical_json() -> None:
    assert canonical_json({"b": [1, 2], "a": "é"}) == '{"a":"\\u00e9","b":[1,2]}'
    with pytest.raises(ValueError, match="JSON"):
        canonical_json(float("nan"))


@given(VALUES)
def test_what_is_written_is_read_again(value: object) -> None:
    text = canonical_json(value)
    assert parse_json(text) == value
    assert canonical_json(parse_json(text)) == text
    assert text.isascii()


@given(st.text() | st.binary())
def test_any_text_is_read_or_refused(text: str | bytes) -> None:
    for parse in (parse_json, parse_toml):
        try:
            parse(text)
        except BadInput as error:
            assert str(error)


@pytest.mark.parametrize(
    "text",
    [
        "a" + ".a" * 9_000 + " = 1",
        "[" + "a" + " . a" * 9_000 + "]",
        "[[" + "a" + '."a"' * 9_000 + "]]",
        "x = {" + "a" + ".a" * 9_000 + " = 1}",
        "x = " + "[" * 9_000,
        "x = " + "{a = " * 9_000,
    ],
)
def test_toml_that_would_take_long_is_refused_before_it_is_parsed(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tomllib.loads", lambda _: pytest.fail("it was parsed"))
    with pytest.raises(BadInput, match=r"use fewer dots|nested more than 64 levels deep"):
        parse_toml(text)


@pytest.mark.parametrize("limit", ["_MOST_KEY_PARTS", "_MOST_DEPTH"])
def test_limits_of_toml_bite_and_lifted_they_do_not(limit: str, monkeypatch: pytest.MonkeyPatch) -> None:
    text = "a" + ".a" * 30 + " = 1" if limit == "_MOST_KEY_PARTS" else "x = " + "[" * 80 + "]" * 80
    with pytest.raises(BadInput):
        parse_toml(text)
    monkeypatch.setattr(jsontext, limit, 1000)
    assert parse_toml(text)


@pytest.mark.parametrize(
    "value",
    [
        "'" + "a." * 100 + "'",
        '"' + "a." * 100 + '"',
        '"""' + "a.\\n" * 100 + '"""',
        "'''" + "a.[\\n" * 100 + "'''",
        "[" + "1.5, " * 100 + "]",
        "1.5  # " + "a." * 100 + "[" * 100,
        r'"\\" # ' + "a." * 50,
        r'"a\"" # ' + "." * 50,
    ],
)
def test_toml_with_dots_in_strings_numbers_and_comments_is_read(value: str) -> None:
    assert list(parse_toml(f"key = {value}\n")) == ["key"]
