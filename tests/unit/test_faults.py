"""Every refusal in the source has a code, and gives no parameters but those of its code."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import crossfelt
from crossfelt.errors import BadInput, Fault, IllegalActionCode
from crossfelt.faults import Code, FaultCode
from crossfelt.service.refusals import RefusalCode

SOURCE = Path(crossfelt.__file__).parent
ENUMS: dict[str, type[Code]] = {codes.__name__: codes for codes in (FaultCode, IllegalActionCode, RefusalCode)}
ERRORS = {"BadInput", "CardError", "RuleBookError", "CaseError", "NotationError", "RecordError", "ProofError"}
OWN_KEYWORDS = {"field", "clause", "where", "rests_on", "params"}
"""Keywords of `Fault` that aren't parameters of a code."""


def test_a_fault_has_every_parameter_of_its_code() -> None:
    fault = Fault(FaultCode.OUT_OF_RANGE, "must be at least 1, not 0", "seat", params={"least": 1, "value": 0})
    assert fault.params == {"least": 1, "most": None, "above": None, "value": 0}
    assert (str(fault), fault.field) == ("seat: must be at least 1, not 0", "seat")


def test_a_parameter_that_the_code_does_not_have_is_our_mistake() -> None:
    with pytest.raises(AssertionError, match=r"missing has no parameters \['value'\]"):
        BadInput("is missing", FaultCode.MISSING, value=1)


def test_codes_are_their_values() -> None:
    for codes in ENUMS.values():
        assert [codes(str(code)) for code in codes] == list(codes)
        assert all(code.name.lower() == code.value and len(set(code.params)) == len(code.params) for code in codes)


def nodes() -> Iterator[tuple[str, ast.expr | ast.stmt]]:
    """Every call and assignment in the source, and where it is."""
    for path in sorted(SOURCE.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, (ast.Call, ast.Assign, ast.AnnAssign, ast.AugAssign)):
                yield f"{path.relative_to(SOURCE)}:{node.lineno}", node


NODES = list(nodes())


def test_every_call_gives_parameters_of_its_code() -> None:
    """Also those that no test reaches."""
    strange = []
    for where, call in NODES:
        codes = [code for code in map(code_of, call.args) if code is not None] if isinstance(call, ast.Call) else []
        if len(codes) == 1 and isinstance(call, ast.Call):
            names = {word.arg for word in call.keywords if word.arg is not None} - OWN_KEYWORDS
            names |= {name for word in call.keywords if word.arg == "params" for name in keys(word.value)}
            strange += [f"{where}: {codes[0]} has no {name}" for name in names - set(codes[0].params)]
    assert strange == []


def test_no_refusal_is_a_plain_sentence() -> None:
    """Sentences of the command line never leave as data, so only they may go without a code."""
    assert [where for where, node in NODES if is_plain(node) and not where.startswith("cli/")] == []


def is_plain(node: ast.expr | ast.stmt) -> bool:
    """Whether a sentence without a code is raised here, or put into a list of faults."""
    match node:
        case ast.Call(func=ast.Name(id=name), args=[raised]):
            return name in ERRORS and is_sentence(raised)
        case ast.Call(func=ast.Attribute(value=ast.Name(id=name), attr="append"), args=[added]):
            return "fault" in name and is_sentence(added)
        case (
            ast.Assign(targets=[ast.Name(id=name)], value=value) | ast.AugAssign(target=ast.Name(id=name), value=value)
        ):
            return "faults" in name and is_sentence(value)
    return False


def code_of(node: ast.expr) -> Code | None:
    """The code that an expression such as `FaultCode.MISSING` names."""
    if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id in ENUMS:
        return ENUMS[node.value.id][node.attr]
    return None


def keys(node: ast.expr) -> set[str]:
    """The keys of a dictionary as it is written; none where it is made elsewhere."""
    if not isinstance(node, ast.Dict):
        return set()
    return {key.value for key in node.keys if isinstance(key, ast.Constant) and isinstance(key.value, str)}


def is_sentence(node: ast.expr) -> bool:
    """Whether an expression is a text, or makes texts."""
    match node:
        case ast.Constant(value=value):
            return isinstance(value, str)
        case ast.JoinedStr():
            return True
        case ast.BinOp(left=left, right=right):
            return is_sentence(left) or is_sentence(right)
        case ast.IfExp(body=body, orelse=other):
            return is_sentence(body) or is_sentence(other)
        case ast.GeneratorExp(elt=element) | ast.ListComp(elt=element):
            return is_sentence(element)
        case ast.List(elts=elements) | ast.Tuple(elts=elements):
            return any(map(is_sentence, elements))
    return False
