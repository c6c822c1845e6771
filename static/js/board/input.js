// Turns presses, drags, wheel, pinch and keys into what main.js carries out. Knows nothing of rules: what may be chosen is in
// state.choices. Keys work only while the board has the focus, so a screen reader keeps its own elsewhere.
import { box, setBox, toDrawing, toTable, zoom } from "./draw.js";
import { state } from "./state.js";

const TAP_PX = 8;
const LONG_MS = 500;

export function listenToPointers(frame, act) {
  const down = new Map();
  let start = null;
  let moved = false;
  let pinch = 0;
  let timer = 0;

  frame.addEventListener("click", (event) => event.preventDefault());
  frame.addEventListener("pointerdown", (event) => {
    if (event.button === 2) return;
    down.set(event.pointerId, [event.clientX, event.clientY]);
    if (down.size === 1) {
      start = { x: event.clientX, y: event.clientY, box: box(), who: whoAt(event.target) };
      moved = false;
      timer = setTimeout(() => {
        if (start?.who && !moved) {
          moved = true;
          act.inspect(start.who);
        }
      }, LONG_MS);
    } else {
      pinch = spread(down);
      moved = true;
    }
    frame.setPointerCapture(event.pointerId);
  });
  frame.addEventListener("pointermove", (event) => {
    if (!down.has(event.pointerId)) {
      hover(event, act);
      return;
    }
    down.set(event.pointerId, [event.clientX, event.clientY]);
    if (down.size === 2) {
      const now = spread(down);
      if (pinch && now) zoom(pinch / now, toDrawing(...middle(down)));
      pinch = now;
      return;
    }
    if (!start) return;
    const dx = event.clientX - start.x;
    const dy = event.clientY - start.y;
    if (!moved && Math.hypot(dx, dy) < TAP_PX) return;
    moved = true;
    clearTimeout(timer);
    if (act.isPointing()) return void act.drag(toTable(start.x, start.y), toTable(event.clientX, event.clientY), false);
    const [x, y, w, h] = start.box;
    const scale = Math.max(w / frame.clientWidth, h / frame.clientHeight);
    setBox(x - dx * scale, y - dy * scale, w, h);
  });
  const up = (event) => {
    clearTimeout(timer);
    down.delete(event.pointerId);
    if (!down.size && start && moved && !pinch && act.isPointing() && event.type === "pointerup") {
      act.drag(toTable(start.x, start.y), toTable(event.clientX, event.clientY), true);
    }
    if (!down.size && start && !moved && event.type === "pointerup") {
      frame.focus({ preventScroll: true, focusVisible: false });
      press(event, start.who, act);
    }
    if (!down.size) {
      start = null;
      pinch = 0;
    }
  };
  frame.addEventListener("pointerup", up);
  frame.addEventListener("pointercancel", up);
  frame.addEventListener("contextmenu", (event) => {
    const who = whoAt(event.target);
    if (who) {
      event.preventDefault();
      act.inspect(who);
    }
  });
  frame.addEventListener(
    "wheel",
    (event) => {
      event.preventDefault();
      zoom(Math.exp(Math.sign(event.deltaY) * 0.14), toDrawing(event.clientX, event.clientY));
    },
    { passive: false },
  );
}

const whoAt = (node) => node.closest?.("[data-who]")?.dataset.who ?? "";
const spread = (down) => {
  const [a, b] = [...down.values()];
  return b ? Math.hypot(a[0] - b[0], a[1] - b[1]) : 0;
};
const middle = (down) => {
  const [a, b] = [...down.values()];
  return [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
};

function hover(event, act) {
  if (event.pointerType !== "mouse") return;
  const who = whoAt(event.target);
  if (act.isRuling()) return void act.rule(who, ...toTable(event.clientX, event.clientY), false);
  if (who !== hover.last) {
    hover.last = who;
    act.hover(who);
  }
}

// Models nearer to each other than a finger is wide: the one press asks which.
function press(event, who, act) {
  if (act.isRuling()) {
    act.rule(who, ...toTable(event.clientX, event.clientY), true);
    return;
  }
  if (who && event.pointerType === "touch") {
    const near = [...document.querySelectorAll("#table .model")]
      .filter((model) => {
        const area = model.querySelector(".ring-outer").getBoundingClientRect();
        return Math.hypot(area.x + area.width / 2 - event.clientX, area.y + area.height / 2 - event.clientY) < 20;
      })
      .map((model) => model.dataset.who);
    if (near.length > 1) {
      act.which(near);
      return;
    }
  }
  if (who) act.pressModel(who, { isOnTable: true });
  else act.pressSpot(...toTable(event.clientX, event.clientY));
}

const LEVELS = ["", "0", "300", "600"];

export function nextLevel(step = 1) {
  return LEVELS[(LEVELS.indexOf(state.level) + step + LEVELS.length) % LEVELS.length];
}

// The reader's keys, as he chose them: {act: key}; none at all when every key is "".
const bound = JSON.parse(document.getElementById("board-keys").textContent);

export function listenToKeys(frame, act) {
  const acts = {
    next: () => act.step(1),
    previous: () => act.step(-1),
    walk: () => act.walk("walk"),
    run: () => act.walk("run"),
    charge: () => act.aim("charge"),
    shoot: () => act.aim("shoot"),
    search: () => act.aim("search"),
    fight: () => act.fight(),
    hide: () => act.hide(),
    first: () => act.option(0),
    undo: () => act.undo(),
    end: () => act.end(),
    list: () => act.list(),
    sight: () => act.sights(),
    odds: () => act.odds(),
    ruler: () => act.ruler(),
    draw: () => act.point(),
    spot: () => act.spot(),
    inspect: () => act.inspect(state.selected),
    skip: () => act.step(1),
    prompt: () => act.toPrompt(),
    type: () => act.type(),
    closer: () => zoom(0.8),
    farther: () => zoom(1.25),
    help: () => act.keys(),
    whole: () => act.whole(),
  };
  const plain = {
    pageup: () => act.level(nextLevel(1)),
    pagedown: () => act.level(nextLevel(-1)),
    escape: () => act.back(),
    enter: () => act.commit(),
    arrowright: (event) => act.arrow(1, 0, event.altKey),
    arrowleft: (event) => act.arrow(-1, 0, event.altKey),
    arrowup: (event) => act.arrow(0, 1, event.altKey),
    arrowdown: (event) => act.arrow(0, -1, event.altKey),
  };
  const isOn = Object.values(bound).some(Boolean);
  for (let digit = 1; isOn && digit <= 9; digit += 1) plain[String(digit)] = () => act.option(digit - 1);
  for (const [code, key] of Object.entries(bound)) if (key) plain[key] = acts[code];
  // The sign on the same key as plus, so that nobody needs Shift for it.
  if (bound.closer === "+") plain["="] ??= acts.closer;
  frame.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.target !== frame) return;
    const run = plain[event.key.toLowerCase()];
    if (!run) return;
    event.preventDefault();
    run(event);
  });
}
