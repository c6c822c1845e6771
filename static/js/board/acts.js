// What a press, a key or a tool does: the same acts whatever the means.
import { say } from "../site.js";
import * as ahead from "./ahead.js";
import * as draw from "./draw.js";
import { complain, loadChoices, refresh, send } from "./play.js";
import { ask, button, choose, closePreview, commit, isOpen, offer, take } from "./preview.js";
import * as server from "./server.js";
import { aimedAt, state, verb, words } from "./state.js";
import * as typed from "./typed.js";

// Tools that most battles do without: loaded when they are first used.
let ruler = null;
let pointing = null;

const frame = document.getElementById("board");
const page = document.querySelector(".battle");

async function goTo(x, y, manner = state.manner) {
  const who = state.selected;
  if (server.isSending()) return;
  if (!who || who[0] !== state.side) return void say(words.nothing, { show: true });
  const known =
    verb(manner) ??
    verb("walk") ??
    verb("crawl") ??
    (state.choices?.verbs.some((v) => v.code === "deploy") ? { code: "walk" } : null);
  if (!known) return void say(state.choices?.verbs.find((v) => v.why)?.why ?? words.nothing, { show: true });
  try {
    const found = await server.way(who, x, y, known.code, state.level);
    draw.drawWay(found.points, undefined, !found.final);
    if (found.final) ask(found.sentence, words.commit, found.command);
    else await send(server.order(found.command));
  } catch (fault) {
    if (manner === "walk" && verb("run") && fault.answer?.code === "out_of_reach") {
      state.manner = "run";
      draw.drawChoices();
      try {
        const far = await server.way(who, x, y, "run", state.level);
        draw.drawWay(far.points);
        return void ask(far.sentence, verb("run").label, far.command);
      } catch (second) {
        return void complain(second);
      }
    }
    complain(fault);
  }
}

const order = () =>
  [...document.querySelectorAll(".figure a")]
    .filter((link) => link.querySelector(".can-act"))
    .map((link) => link.dataset.who);

async function select(who) {
  state.selected = who;
  closePreview();
  draw.markSelected();
  draw.show(who);
  await refresh(who);
  if (!state.choices) loadChoices();
}

export const act = {
  pressModel(who, { isOnTable = false } = {}) {
    const at = pointing?.isPointing() && draw.placeOf(who);
    if (at) return void pointing.press(at[0], state.length - at[1]);
    const aims = aimedAt(who);
    if (aims.length === 1) return void take(...aims[0]);
    if (aims.length > 1) return void choose(aims);
    const attack =
      isOnTable &&
      who[0] !== state.side &&
      state.selected[0] === state.side &&
      state.choices?.verbs.find((entry) => entry.code === "shoot" || entry.code === "charge");
    if (attack) return void sayWhyNot(who, attack);
    select(who);
  },
  pressSpot: (x, y) =>
    pointing?.isPointing() ? pointing.press(x, y) : state.spotting ? ahead.lookFrom(x, y, complain) : goTo(x, y),
  spot() {
    putAway("spot");
    ahead.toggleSpot(complain);
  },
  inspect: (who) => {
    if (who) {
      select(who);
      page.dataset.panel = "";
      page.dataset.sheet = "";
    }
  },
  hover(who) {
    const aims = who ? aimedAt(who) : [];
    if (aims.length) draw.drawAim(...aims[0]);
    else if (!isOpen()) document.querySelector("#table .layer.lines").replaceChildren();
  },
  which(near) {
    offer(
      words.which,
      near.map((who) => {
        const name = draw.modelOf(who)?.querySelector("title")?.textContent.split(":")[0] ?? who;
        return button(name, "button", () => {
          closePreview();
          act.pressModel(who, { isOnTable: true });
        });
      }),
    );
  },
  step(by) {
    const all = order();
    if (!all.length) return void say(words.nobody_else, { show: true });
    const at = all.indexOf(state.selected);
    select(all[(at + by + all.length) % all.length]);
  },
  async walk(manner) {
    const known = verb(manner) ?? verb("crawl");
    if (known && !known.listed) {
      try {
        await ahead.listMoves(known.code);
      } catch (fault) {
        return void complain(fault);
      }
    }
    const found = verb(manner) ?? verb("crawl") ?? verb("deploy");
    if (!found)
      return void say(state.choices?.verbs.find((v) => v.code === manner)?.why || words.nothing, { show: true });
    state.manner = found.code;
    state.spot = -1;
    draw.drawChoices();
    page.classList.add("shows-spots");
    say(`${found.label}: ${found.options.length}. ${words.choose}`);
  },
  aim(code) {
    const found = verb(code);
    if (!found)
      return void say(state.choices?.verbs.find((v) => v.code === code)?.why || words.nothing, { show: true });
    state.manner = code;
    state.target = 0;
    showAim(found);
  },
  async ruler() {
    ruler ??= await import("./ruler.js");
    if (frame.dataset.measuring === "free") putAway("ruler");
    ruler.toggle();
  },
  async point() {
    pointing ??= await import("./pointing.js");
    putAway("point");
    pointing.toggle();
  },
  isPointing: () => pointing?.isPointing(),
  drag: (begin, end, forGood) => pointing.drag(begin, end, forGood),
  isRuling: () => ruler?.isRuling(),
  rule(who, x, y, pressed) {
    if (pressed) ruler.press(ruler.endOf(who, x, y));
    else ruler.follow(ruler.endOf(who, x, y));
  },
  arrow(dx, dy, free) {
    if (pointing?.isPointing()) return void pointing.arrow(dx, dy);
    if (ruler?.isRuling()) return void ruler.arrow(dx, dy);
    if (state.spotting) {
      const at = state.cursor ?? cursorStart();
      const step = frame.dataset.measuring === "free" ? 0.5 : 3;
      state.cursor = [
        Math.min(state.width, Math.max(0, at[0] + dx * step)),
        Math.min(state.length, Math.max(0, at[1] + dy * step)),
      ];
      return void draw.drawCursor(state.cursor);
    }
    const found = verb(state.manner) ?? verb("deploy");
    if (!found) return;
    if (!found.listed) return void act.walk(found.code).then(() => verb(found.code)?.listed && act.arrow(dx, dy, free));
    if (free && found.options[0]?.spot && frame.dataset.measuring === "free") {
      const at = state.cursor ?? cursorStart();
      state.cursor = [at[0] + dx * 0.5, at[1] + dy * 0.5];
      draw.drawCursor(state.cursor);
      return void say(`${state.cursor[0].toFixed(1)}, ${state.cursor[1].toFixed(1)}`);
    }
    const by = dx + dy > 0 ? 1 : -1;
    if (found.options[0].target) {
      state.target = (state.target + by + found.options.length) % found.options.length;
      return void showAim(found);
    }
    state.cursor = null;
    state.spot = (state.spot + by + found.options.length) % found.options.length;
    const option = found.options[state.spot];
    draw.drawCursor(option.spot);
    say([option.label, option.note].filter(Boolean).join(", "));
  },
  commit() {
    if (pointing?.isPointing()) return void pointing.enter();
    if (ruler?.isRuling()) return void ruler.enter();
    if (commit()) return;
    if (state.spotting) return void ahead.lookFrom(...(state.cursor ?? cursorStart()), complain);
    if (state.cursor) return void goTo(...state.cursor);
    const found = verb(state.manner) ?? verb("deploy");
    if (!found?.options.length) return;
    if (found.options[0].target) return void take(found, found.options[state.target]);
    if (state.spot >= 0) take(found, found.options[state.spot]);
  },
  back() {
    if (pointing?.isPointing()) return void pointing.toggle();
    if (ruler?.isRuling()) return void ruler.toggle();
    state.cursor = null;
    if (state.spotting) {
      draw.drawCursor(null);
      return void ahead.toggleSpot(complain);
    }
    state.spot = -1;
    closePreview();
    draw.drawChoices();
  },
  sights() {
    state.sights = !state.sights;
    ahead.showSights(complain, true);
  },
  odds() {
    const aim = verb(state.manner)?.options[state.target];
    const link = document.querySelector(aim?.target ? `[data-odds="${aim.target}"]` : "[data-odds]");
    if (link) link.click();
    else say(words.no_odds, { show: true });
  },
  option(number) {
    press(document.querySelectorAll(".prompt-options button")[number]);
  },
  fight() {
    document.querySelector('.prompt-options button[value*="fight"]')?.click();
  },
  hide() {
    const found = verb("hide");
    if (found) take(found, found.options[0]);
    else say(state.choices?.verbs.find((v) => v.code === "hide")?.why || words.nothing, { show: true });
  },
  undo() {
    if (document.getElementById("undo-button")) send(server.undo());
  },
  end() {
    press(
      document.querySelector('.prompt-options button[value*="end_step"]') ??
        document.querySelector(".prompt-options button"),
    );
  },
  list() {
    if (innerWidth <= 640) page.dataset.panel = page.dataset.panel === "warriors" ? "" : "warriors";
    else document.querySelector(".figure a[aria-current], .figure a")?.focus();
  },
  toPrompt() {
    draw.region("prompt")?.querySelector("button:not(.ask:not([open]) *), summary")?.focus();
  },
  type: () => typed.open(),
  keys: () => document.getElementById("keys").showModal(),
  level(level) {
    draw.setLevel(level);
  },
  whole: () => draw.whole(),
};

// One tool at a time takes the presses on the table: turning one on puts the others away.
function putAway(kept) {
  if (kept !== "ruler" && ruler?.isRuling()) ruler.toggle();
  if (kept !== "point" && pointing?.isPointing()) pointing.toggle();
  if (kept !== "spot" && state.spotting) ahead.toggleSpot(complain);
}

// The pressed enemy is no target: the selected warrior stays selected, and the rules say why.
async function sayWhyNot(who, entry) {
  try {
    if (!entry.probe) return void say(entry.why, { show: true });
    await server.check(state.selected, JSON.parse(entry.probe.replace('"?"', JSON.stringify(who))));
    await refresh(state.selected);
  } catch (fault) {
    complain(fault);
    if (fault.answer) say(fault.message, { show: true });
  }
}

// Press a button of the prompt; one that asks first has its question opened, and is pressed the next time.
function press(button) {
  const question = button?.closest(".ask");
  if (question && !question.open) question.open = true;
  else button?.click();
}

function cursorStart() {
  const at = draw.placeOf(state.selected);
  return at ? [at[0], state.length - at[1]] : [state.width / 2, state.length / 2];
}

function showAim(found) {
  const option = found.options[state.target];
  draw.drawAim(found, option);
  say([option.label, option.odds?.needs, option.odds?.says ?? option.note].filter(Boolean).join(", "));
}
