"""What does not fit on a screen: found on the page as it is, by measuring."""

from typing import Any

from playwright.sync_api import CDPSession

from tests.browser.people import Person

SIZES = (
    (320, 568),
    (360, 740),
    (390, 844),
    (430, 932),
    (640, 400),
    (768, 1024),
    (844, 390),
    (1280, 800),
    (1920, 1080),
)
"""Small and large phones, one on its side, a desktop at 200 %, a tablet, a desktop, a big one."""
LOOKS = 5
"""How often a fault must be seen: a busy browser may not have drawn the new size yet."""
LARGE_LETTERS = ((390, 844), (844, 390), (1280, 800))
"""Where letters are also twice as large as usual, as somebody may have set in the browser."""

# In order: what leaves the screen or scrolls sideways; text that is cut; things to press that lie
# on each other, or are hard to hit; and whether one sees what one plays on.
FAULTS = """async strict => {
  // A browser that has nothing to draw may leave out a frame.
  const frame = () => new Promise(done => { requestAnimationFrame(done); setTimeout(done, 200); });
  scrollTo(0, 0);
  await frame();
  await frame();
  const found = [];
  const wide = innerWidth, high = innerHeight;
  const told = one => {
    const said = (one.ariaLabel ?? one.innerText ?? one.value ?? "").trim().slice(0, 40);
    const names = [...one.classList].map(name => `.${name}`).join("");
    return `${one.tagName.toLowerCase()}${names} "${said.replaceAll("\\n", " ")}"`;
  };
  const root = document.querySelector("dialog[open]") ?? document.body;
  const hidden = ".unseen, svg, [aria-hidden=true] *, .ends .anchor, .picture *";
  const shown = [...root.querySelectorAll("*")].filter(one => {
    const { width, height } = one.getBoundingClientRect();
    return width > 1 && height > 1 && one.checkVisibility({ visibilityProperty: true })
      && !one.closest(hidden);
  });
  const style = new Map(shown.map(one => [one, getComputedStyle(one)]));
  const scrolls = one => /auto|scroll/.test(style.get(one)?.overflowX ?? "");
  const kept = one => {
    for (let up = one.parentElement; up && up !== document.body; up = up.parentElement)
      if (style.has(up) && style.get(up).overflowX !== "visible") return true;
    return false;
  };

  const { scrollWidth } = document.documentElement;
  if (scrollWidth > wide) found.push(`the page is ${scrollWidth} wide`);
  for (const one of shown) {
    const { left, right } = one.getBoundingClientRect();
    if ((right > wide + 1 || left < -1) && !kept(one))
      found.push(`leaves the screen: ${told(one)} ${Math.round(left)}..${Math.round(right)}`);
    // What is as wide as it is, and can be reached by keys: a listing, a table to read.
    if (scrolls(one) && one.scrollWidth > one.clientWidth + 1 && one.tabIndex < 0)
      found.push(`scrolls sideways: ${told(one)} ${one.scrollWidth} in ${one.clientWidth}`);
  }

  const pen = document.createElement("canvas").getContext("2d");
  for (const one of shown) {
    const { overflowX, overflowY, font, paddingLeft, paddingRight, appearance } = style.get(one);
    const [across, down] = [one.scrollWidth - one.clientWidth, one.scrollHeight - one.clientHeight];
    const closed = over => over === "hidden" || over === "clip";
    // What an element says is slow to find out: it is asked for last.
    const said = () => one.innerText?.trim() ?? "";
    if ((closed(overflowX) && across > 1 || closed(overflowY) && down > 1) && said())
      found.push(`cuts its text: ${told(one)}`);
    const letters = parseFloat(style.get(one).fontSize);
    const { width, height } = one.getBoundingClientRect();
    const squeezed = width < 2.5 * letters && height > 4 * letters;
    if (strict && squeezed && !one.childElementCount && said().includes(" "))
      found.push(`squeezes its text: ${told(one)}`);
    if (strict && one.matches("input") && across > 1) found.push(`cuts its text: ${told(one)}`);
    if (one.matches("select")) {
      pen.font = font;
      const arrow = appearance === "none" ? 0 : 16;
      const room = one.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight) - arrow;
      for (const { text } of one.options)
        if (pen.measureText(text).width > room + 1) found.push(`cuts its text: select "${text}"`);
    }
  }
  if (!strict) return found;

  const layer = one => {
    for (let up = one; up; up = up.parentElement)
      if (/fixed|sticky/.test(style.get(up)?.position ?? "")) return up;
    return root;
  };
  const pressed = shown.filter(one => !one.disabled && one.matches(
    "button, a[href], select, input:not([type=radio]), summary, label:has([type=radio])"));
  const inWords = one => one.matches("a") && style.get(one).display === "inline";
  const twin = box => pressed.some(one => one.matches(".choice")
    && one.ariaLabel.split(",")[0] === box.ariaLabel.split(",")[0]);
  for (const [i, one] of pressed.entries()) {
    const a = one.getBoundingClientRect();
    // A list of moves beside the board is for a mouse; the far side of a tilted cube is shorter.
    const least = one.matches(".move") && wide >= 1280 ? 24 : one.matches(".cube") ? 39.5 : 43.5;
    const excused = inWords(one) || one.matches(".box") && twin(one);
    if ((a.width < least || a.height < least) && !excused)
      found.push(`hard to hit: ${told(one)} ${a.width.toFixed()}x${a.height.toFixed()}`);
    for (const other of pressed.slice(i + 1)) {
      if (one.contains(other) || other.contains(one) || layer(one) !== layer(other)) continue;
      if (one.matches(".cube") && other.matches(".cube, .end")) continue; // in depth
      const b = other.getBoundingClientRect();
      const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
      const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
      if (across > 1.5 && down > 1.5) found.push(`lie on each other: ${told(one)}, ${told(other)}`);
    }
  }

  const bar = document.querySelector("main.table .act");
  const end = bar && getComputedStyle(bar).position === "fixed"
    ? bar.getBoundingClientRect().top : high;
  if (end < high / 2) found.push(`the bar covers ${Math.round(high - end)} of ${high}`);
  // On the smallest phone the words of a task fill half the screen: one reads, and moves on.
  const reading = high < 600 && document.querySelector(".lesson");
  if (root === document.body && !reading) {
    const seen = one => {
      const { top, bottom, height } = one.getBoundingClientRect();
      return (Math.min(bottom, end) - Math.max(top, 0)) / height;
    };
    const rows = [...document.querySelectorAll("main.table > .sheet .row")].map(seen);
    if (rows.length && rows.filter(part => part > 0.95).length < rows.length / 2)
      found.push(`the sheet is not seen: ${rows.map(part => part.toFixed(1))}`);
    for (const board of document.querySelectorAll("main.table .board"))
      if (seen(board) < 0.6) found.push(`the board is not seen: ${seen(board).toFixed(2)}`);
  }
  return found;
}"""


class Tape:
    """Measures a page at all sizes, and remembers what does not fit."""

    def __init__(self, person: Person) -> None:
        self.faults: list[str] = []
        self._person = person
        self._settings: CDPSession = person.page.context.new_cdp_session(person.page)

    def measure(self, state: str) -> None:
        """The page as it is now, under this name."""
        before = self._person.page.viewport_size
        for size in SIZES:
            self._look(state, size, strict=True)
        self._letters(32)
        for size in LARGE_LETTERS:
            self._look(f"{state}, large letters", size, strict=False)
        self._letters(16)
        if before:
            self._person.page.set_viewport_size(before)

    def _look(self, state: str, size: tuple[int, int], *, strict: bool) -> None:
        page = self._person.page
        page.set_viewport_size({"width": size[0], "height": size[1]})
        where = f"{self._person.lang} {size[0]}x{size[1]} {state}"
        faults: list[str] = []
        for _ in range(LOOKS):
            faults = page.evaluate(FAULTS, strict)
            if not faults:
                break
        self.faults += [f"{where}: {fault}" for fault in faults]

    def _letters(self, size: int) -> None:
        sizes: dict[str, Any] = {"fontSizes": {"standard": size, "fixed": size}}
        self._settings.send("Page.setFontSizes", sizes)
