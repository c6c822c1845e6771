// Translates clicks, drags, wheel, pinch and keys into calls of main.js. Knows no rules: the possible choices are in
// state.choices. Letters and digits work on the whole page except in text fields and menus; arrows, Enter and the keys
// for floors only work on the board, because buttons, links and lists use them elsewhere.
import { box, setBox, toDrawing, toTable, zoom } from "./draw.js";
import { state } from "./state.js";

const TAP_PX = 8;
const LONG_MS = 500;

export function listenToPointers(frame, actions) {
  const down = new Map();
  let start = null;
  let moved = false;
  let pinch = 0;
  let timer = 0;

  frame.addEventListener("click", (event) => event.preventDefault());
  // Warriors are links: without this, dragging the table by one of them drags the link.
  frame.addEventListener("dragstart", (event) => event.preventDefault());
  frame.addEventListener("pointerdown", (event) => {
    if (event.button === 2) return;
    down.set(event.pointerId, [event.clientX, event.clientY]);
    if (down.size === 1) {
      start = { x: event.clientX, y: event.clientY, box: box(), who: nearestAt(event) };
      moved = false;
      timer = setTimeout(() => {
        if (start?.who && !moved) {
          moved = true;
          actions.inspect(start.who, { asSheet: event.pointerType === "touch" });
        }
      }, LONG_MS);
    } else {
      pinch = spread(down);
      moved = true;
    }
    frame.setPointerCapture(event.pointerId);
  });
  frame.addEventListener("pointerleave", (event) => {
    if (event.pointerType !== "mouse" || actions.isRuling()) return;
    hover.last = null;
    actions.hover(null);
  });
  frame.addEventListener("pointermove", (event) => {
    if (!down.has(event.pointerId)) {
      hover(event, actions);
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
    if (actions.isPointing())
      return void actions.drag(toTable(start.x, start.y), toTable(event.clientX, event.clientY), false);
    const [x, y, w, h] = start.box;
    const scale = Math.max(w / frame.clientWidth, h / frame.clientHeight);
    setBox(x - dx * scale, y - dy * scale, w, h);
  });
  const up = (event) => {
    clearTimeout(timer);
    down.delete(event.pointerId);
    if (!down.size && start && moved && !pinch && actions.isPointing() && event.type === "pointerup") {
      actions.drag(toTable(start.x, start.y), toTable(event.clientX, event.clientY), true);
    }
    if (!down.size && start && !moved && event.type === "pointerup") {
      frame.focus({ preventScroll: true, focusVisible: false });
      press(event, start.who, actions);
    }
    if (!down.size) {
      start = null;
      pinch = 0;
    }
  };
  frame.addEventListener("pointerup", up);
  frame.addEventListener("pointercancel", up);
  frame.addEventListener("contextmenu", (event) => {
    const modelId = nearestAt(event);
    if (modelId) {
      event.preventDefault();
      actions.inspect(modelId);
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

// How far the centre of a model is from an event, in pixels.
function distance(model, event) {
  const base = model.querySelector(".ring-outer").getBoundingClientRect();
  return Math.hypot(base.x + base.width / 2 - event.clientX, base.y + base.height / 2 - event.clientY);
}

// The model that an event is meant for. Where several lie over each other, it is the one whose base is nearest, not the
// one that is drawn last.
function nearestAt(event) {
  if (!whoAt(event.target)) return "";
  const hit = document.elementsFromPoint(event.clientX, event.clientY).map((node) => node.closest?.("#table .model"));
  const models = [...new Set(hit.filter(Boolean))];
  if (models.length < 2) return whoAt(event.target);
  return models.sort((a, b) => distance(a, event) - distance(b, event))[0].dataset.who;
}

const spread = (down) => {
  const [a, b] = [...down.values()];
  return b ? Math.hypot(a[0] - b[0], a[1] - b[1]) : 0;
};
const middle = (down) => {
  const [a, b] = [...down.values()];
  return [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
};

function hover(event, actions) {
  if (event.pointerType !== "mouse") return;
  const modelId = nearestAt(event);
  if (actions.isRuling()) return void actions.rule(modelId, ...toTable(event.clientX, event.clientY), false);
  if (modelId !== hover.last) {
    hover.last = modelId;
    actions.hover(modelId);
  }
}

// Models closer together than the width of a finger: a tap asks which one is meant.
function press(event, modelId, actions) {
  if (actions.isRuling()) {
    actions.rule(modelId, ...toTable(event.clientX, event.clientY), true);
    return;
  }
  if (modelId && event.pointerType === "touch") {
    const near = [...document.querySelectorAll("#table .model")]
      .map((model) => ({ modelId: model.dataset.who, away: distance(model, event) }))
      .filter(({ away }) => away < 20)
      .sort((a, b) => a.away - b.away)
      .map((found) => found.modelId);
    if (near.length > 1) {
      actions.which(near);
      return;
    }
  }
  if (modelId) actions.pressModel(modelId, { isOnTable: true });
  else actions.pressSpot(...toTable(event.clientX, event.clientY));
}

// Elements in which letters are typed or choose an entry.
const TAKES_LETTERS =
  "input:not([type=checkbox], [type=radio], [type=submit], [type=button]), textarea, select, [contenteditable]";

// Whether a key press here is meant for the board.
function isForBoard(event, frame) {
  if (event.ctrlKey || event.metaKey || event.defaultPrevented) return false;
  if (event.target === frame) return true;
  if (event.altKey || document.querySelector("dialog[open], :popover-open")) return false;
  if (event.target.closest?.(`${TAKES_LETTERS}, .scene`)) return false;
  return event.key.length === 1 && event.key !== " ";
}

const LEVELS = ["", "0", "300", "600"];

export function nextLevel(step = 1) {
  return LEVELS[(LEVELS.indexOf(state.level) + step + LEVELS.length) % LEVELS.length];
}

// The user's shortcut keys: {action: key}; shortcuts are off if every key is "".
const bound = JSON.parse(document.getElementById("board-keys").textContent);

export function listenToKeys(frame, actions) {
  const byCode = {
    next: () => actions.step(1),
    previous: () => actions.step(-1),
    walk: () => actions.walk("walk"),
    run: () => actions.walk("run"),
    charge: () => actions.aim("charge"),
    shoot: () => actions.aim("shoot"),
    search: () => actions.aim("search"),
    fight: () => actions.fight(),
    hide: () => actions.hide(),
    first: () => actions.option(0),
    undo: () => actions.undo(),
    end: () => actions.end(),
    list: () => actions.list(),
    sight: () => actions.sights(),
    odds: () => actions.odds(),
    ruler: () => actions.ruler(),
    draw: () => actions.point(),
    spot: () => actions.spot(),
    inspect: () => actions.inspect(state.selected),
    skip: () => actions.step(1),
    prompt: () => actions.toPrompt(),
    type: () => actions.type(),
    closer: () => zoom(0.8),
    farther: () => zoom(1.25),
    help: () => actions.keys(),
    whole: () => actions.whole(),
  };
  const plain = {
    pageup: () => actions.level(nextLevel(1)),
    pagedown: () => actions.level(nextLevel(-1)),
    escape: () => actions.back(),
    enter: () => actions.commit(),
    arrowright: (event) => actions.arrow(1, 0, event.altKey),
    arrowleft: (event) => actions.arrow(-1, 0, event.altKey),
    arrowup: (event) => actions.arrow(0, 1, event.altKey),
    arrowdown: (event) => actions.arrow(0, -1, event.altKey),
  };
  const isOn = Object.values(bound).some(Boolean);
  for (let digit = 1; isOn && digit <= 9; digit += 1) plain[String(digit)] = () => actions.option(digit - 1);
  for (const [code, key] of Object.entries(bound)) if (key) plain[key] = byCode[code];
  // The character on the same key as plus, so that Shift is not needed.
  if (bound.closer === "+") plain["="] ??= byCode.closer;
  document.addEventListener("keydown", (event) => {
    if (!isForBoard(event, frame)) return;
    const run = plain[event.key.toLowerCase()];
    if (!run) return;
    event.preventDefault();
    run(event);
  });
}
