/* What is wrong with the page at this size, with letters at 100 and 200 %: what scrolls sideways, at rest and in three moments of
   every movement, what is too small for a finger, titles that are cut, and fields with letters so small that iOS zooms in. */
async () => {
  const FINGER = 24; // px
  const root = document.documentElement;
  const top = [...document.querySelectorAll("dialog[open]")].at(-1) ?? document.body;
  const still = new CSSStyleSheet();
  still.replaceSync("*, ::before, ::after { animation: none !important }");

  const settled = () => new Promise((go) => requestAnimationFrame(() => requestAnimationFrame(go)));
  const name = (one) => one.outerHTML.slice(0, 160);

  /** A box that scrolls by itself; one with a name and a place in the tab order is meant to, such as the table of a long series. */
  const isBox = (one) => ["auto", "scroll"].includes(getComputedStyle(one).overflowX) && !one.matches("[role=region][tabindex]");
  const scrolls = (one) => one.scrollWidth > one.clientWidth + 1 && (one === root || isBox(one));
  const culprit = (box) => {
    const edge = box === root ? innerWidth : box.getBoundingClientRect().left + box.clientLeft + box.clientWidth;
    const sticksOut = (one) => one.getBoundingClientRect().right > edge + 1;
    return name([...box.querySelectorAll("*")].find((one) => sticksOut(one) && ![...one.children].some(sticksOut)) ?? box);
  };
  const BOXES = "article, aside, div, form, nav, ol, pre, section, table, ul";
  const wide = () =>
    [root, top, ...top.querySelectorAll(BOXES)].filter(scrolls).map((one) => `${one.localName} is ${one.scrollWidth} px wide: ${culprit(one)}`);

  const TAPPED = "a[href], button, input, select, textarea, summary, [role=button]";
  const targets = () =>
    [...top.querySelectorAll(`:is(${TAPPED}):not(:disabled, [aria-disabled=true], .hidden)`)].filter((one) =>
      one.checkVisibility({ visibilityProperty: true }),
    );
  const hits = (one, x, y) => one.contains(document.elementFromPoint(x, y)?.closest(`label, ${TAPPED}`));
  /** Smaller than a finger, unless more than its box reacts. */
  const isSmall = (one) => {
    const { width, height } = one.getBoundingClientRect();
    if (!width || !height || (width >= FINGER && height >= FINGER)) return false;
    one.scrollIntoView({ block: "center", behavior: "instant" });
    const box = one.getBoundingClientRect();
    const [x, y, reach] = [box.left + box.width / 2, box.top + box.height / 2, FINGER / 2 - 1];
    return ![[-reach, 0], [reach, 0], [0, -reach], [0, reach]].every(([dx, dy]) => hits(one, x + dx, y + dy));
  };
  const small = () => {
    const found = new Set(targets().map((one) => one.closest("label") ?? one));
    return [...found].filter(isSmall).map((one) => `too small for a finger: ${name(one)}`);
  };
  const cut = () =>
    [...top.querySelectorAll("h1")].filter((one) => one.scrollWidth > one.clientWidth + 1).map((one) => `the title is cut: ${name(one)}`);
  const zooms = (one) => one.matches("input, select, textarea") && parseFloat(getComputedStyle(one).fontSize) < 16;

  const moving = () => {
    const all = document.getAnimations();
    if (!all.length) return [];
    const found = [0, 0.3, 0.7].flatMap((part) => {
      for (const one of all) {
        one.pause();
        one.currentTime = part * Number(one.effect.getComputedTiming().duration);
      }
      return wide().map((what) => `${what}, while it moves`);
    });
    for (const one of all) one.play();
    return found;
  };

  const found = [];
  for (const letters of ["", "32px"]) {
    root.style.fontSize = letters;
    document.adoptedStyleSheets = [still];
    await settled();
    const rest = [...wide(), ...small(), ...(letters ? [] : cut()), ...targets().filter(zooms).map((one) => `small letters: ${name(one)}`)];
    document.adoptedStyleSheets = []; // movements begin anew
    const wrong = new Set(rest.length || letters ? rest : moving());
    found.push(...[...wrong].map((what) => `${innerWidth} × ${innerHeight}${letters && ", letters at 200 %"}: ${what}`));
  }
  root.style.fontSize = "";
  return found;
}
