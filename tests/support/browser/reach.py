"""Whether every control of a page can be reached: it receives the pointer, isn't cut off, and is large enough."""

from __future__ import annotations

from dataclasses import dataclass

from playwright.sync_api import Page

COARSE_PIXELS = 44
FINE_PIXELS = 24

# A layer in front of other things, which goes when its reader is done with it.
LAYERS = "dialog, [role=dialog], details[open], .wheel"

UNREACHABLE = """([least, layers]) => {
  const modal = [...document.querySelectorAll('dialog:modal')].at(-1);
  const targets = 'button, a[href], input, select, textarea, summary, [role=button], [role=tab], [role=radio]';
  const text = 'p, li, td, th, dd, dt, caption, figcaption, nav';
  const found = [];
  const seen = (one) => one.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  const classes = (one) => [...one.classList].filter((name) => !name.startsWith('svelte-'));
  const called = (one) => [one.tagName.toLowerCase(), ...classes(one).slice(0, 2)].join('.');
  // What a reader sees of a control that is drawn by its label.
  const drawn = (target) => {
    const isHidden = target.getBoundingClientRect().width <= 1 || getComputedStyle(target).opacity === '0';
    return isHidden && target.labels?.length ? target.labels[0] : target;
  };
  // Of a long list of controls that look alike, the first and the last ones stand for all.
  const named = (target) => `${target.tagName} ${target.className} ${target.parentElement?.className}`;
  const alike = [...Map.groupBy((modal ?? document).querySelectorAll(targets), named).values()];
  const some = alike.flatMap((all) => (all.length > 24 ? [...all.slice(0, 12), ...all.slice(-12)] : all));
  for (const target of some) {
    const shown = drawn(target);
    if (!seen(shown) || target.closest('.visually-hidden, [inert], .skip:not(:focus)')) continue;
    const rect = shown.getBoundingClientRect();
    if (rect.width <= 1 || rect.height <= 1) continue;
    // The second time, whatever the first brought in has its place.
    const middle = { block: 'center', inline: 'center', behavior: 'instant' };
    for (let time = 0; time < 2; time += 1) shown.scrollIntoView(middle);
    const isInText = target.tagName === 'A' && target.closest(text) !== null;
    // A link that breaks over lines is reached by the first of them.
    // What hides its overflow can't be scrolled by a reader.
    for (let one = shown.parentElement; one !== null; one = one.parentElement) {
      const { overflowX, overflowY } = getComputedStyle(one);
      if (overflowX === 'hidden' || overflowX === 'clip') one.scrollLeft = 0;
      if (overflowY === 'hidden' || overflowY === 'clip') one.scrollTop = 0;
    }
    const box = isInText ? (shown.getClientRects()[0] ?? rect) : shown.getBoundingClientRect();
    const x = box.left + box.width / 2, y = box.top + box.height / 2;
    const at = (left, top) => document.elementFromPoint(left, top);
    const isOwn = (hit) => shown.contains(hit) || target.contains(hit) || hit.closest('label')?.control === target;
    const answers = (hit) => hit !== null && isOwn(hit);
    const note = (why, more = '') => {
      const words = (target.ariaLabel ?? target.textContent.trim()).replace(/\\s+/g, ' ').slice(0, 40);
      found.push([called(target), why, words + more]);
    };
    const hit = at(x, y);
    const front = hit?.closest(layers);
    if (front && !front.contains(target)) continue;
    if (!answers(hit)) {
      if (hit === null) note('outside');
      else note('covered', ` (under ${called(hit)})`);
      continue;
    }
    const cuts = ({ left, top, right, bottom }) => {
      const isHigher = box.height > bottom - top;
      const isBeside = box.left < left - 1 || box.right > right + 1;
      return isBeside || (!isHigher && (box.top < top - 1 || box.bottom > bottom + 1));
    };
    let isCut = cuts({ left: 0, top: 0, right: innerWidth, bottom: innerHeight });
    for (let one = shown.parentElement; one !== null && one !== document.body; one = one.parentElement) {
      const style = getComputedStyle(one);
      if (style.overflowX === 'visible' && style.overflowY === 'visible') continue;
      if (cuts(one.getBoundingClientRect())) isCut = true;
      // What is outside of a fixed or modal layer cuts nothing in it.
      if (style.position === 'fixed' || one.tagName === 'DIALOG') break;
    }
    if (isCut) note('cut');
    // Links in text are as high as their line, the rail of the felt is narrow, and a grid has a list beside it.
    if (isInText || target.closest('.rail, .guiding, [role=grid]') !== null) continue;
    const reach = (dx, dy) => {
      let ahead = 0, back = 0;
      while (ahead < least && answers(at(x + dx * ahead, y + dy * ahead))) ahead += 1;
      while (back < least && answers(at(x - dx * back, y - dy * back))) back += 1;
      return ahead + back;
    };
    const wide = box.width < least ? Math.max(box.width, reach(1, 0)) : box.width;
    const high = box.height < least ? Math.max(box.height, reach(0, 1)) : box.height;
    if (wide < least - 0.5 || high < least - 0.5) note('small', ` (${Math.round(wide)} x ${Math.round(high)})`);
  }
  return found;
}"""


@dataclass(frozen=True, slots=True)
class Finding:
    """A control that can't be reached as it should be."""

    control: str
    """Its tag and classes."""
    why: str
    """`covered`, `outside`, `cut` or `small`."""
    words: str


def unreachable(page: Page, is_coarse: bool) -> list[Finding]:
    """The controls of a page, as it is now, that a pointer can't reach."""
    # The page follows a new size one frame later.
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    least = COARSE_PIXELS if is_coarse else FINE_PIXELS
    return [Finding(*each) for each in page.evaluate(UNREACHABLE, [least, LAYERS])]
