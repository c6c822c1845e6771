// What clicks, keys and tools do: one function per action, however it was triggered.
import { say } from "../site.js";
import * as card from "./card-opener.js";
import * as commandLine from "./command-line.js";
import * as draw from "./draw.js";
import * as lookahead from "./lookahead-requests.js";
import { choicesLoaded, complain, loadChoices, refresh, send } from "./play.js";
import * as playback from "./playback.js";
import * as preferences from "./preferences.js";
import { ask, button, choose, closePreview, commit, isOpen, offer, take } from "./preview.js";
import * as server from "./server.js";
import { aimedAt, state, verb, words } from "./state.js";

// Tools that most battles do not need; they are loaded when first used.
let ruler = null;
let annotations = null;

const frame = document.getElementById("board");
const page = document.querySelector(".battle");

// `level` is a height in hundredths of an inch, as text; "" stands for the highest floor.
async function goTo(x, y, level = state.level, manner = state.manner) {
  const modelId = state.selected;
  if (server.isSending()) return void say(words.still_sending, { show: true });
  if (!state.side) return void say(words.not_your_turn, { show: true });
  if (!modelId || modelId[0] !== state.side) return void say(words.nothing, { show: true });
  if (!state.choices) await choicesLoaded();
  if (state.selected !== modelId) return;
  const known =
    verb(manner) ??
    verb("walk") ??
    verb("crawl") ??
    (state.choices?.verbs.some((v) => v.code === "deploy") ? { code: "walk" } : null);
  if (!known) return void say(state.choices?.verbs.find((v) => v.why)?.why ?? words.nothing, { show: true });
  try {
    const found = await server.way(modelId, x, y, known.code, level);
    await goOrAsk(found, known.code, known.label ?? words.commit);
  } catch (fault) {
    if (manner === "walk" && verb("run") && fault.answer?.code === "out_of_reach") {
      state.chooseManner("run");
      draw.drawChoices();
      try {
        return void (await goOrAsk(await server.way(modelId, x, y, "run", level), "run", verb("run").label));
      } catch (second) {
        return void complain(second);
      }
    }
    complain(fault);
  }
}

// Models may be moved again until set-up ends, so placing them needs no confirmation.
async function goOrAsk(found, code, label) {
  const asks = verb("deploy") ? found.final : preferences.mustConfirm(code, found.final);
  // The player has selected another warrior since: a question about this one would be out of place.
  if (asks && found.command.who !== state.selected) return;
  draw.drawWay(found.points, undefined, !asks);
  if (asks) ask(found.sentence, label, found.command);
  else await send(server.order(found.command));
}

const order = () =>
  [...document.querySelectorAll(".figure a")]
    .filter((link) => link.querySelector(".can-act"))
    .map((link) => link.dataset.who);

async function select(modelId) {
  card.hide();
  state.select(modelId);
  closePreview();
  draw.markSelected();
  draw.show(modelId);
  await refresh(modelId);
  if (!state.choices) loadChoices();
}

export const actions = {
  pressModel(modelId, { isOnTable = false } = {}) {
    const at = annotations?.isPointing() && draw.placeOf(modelId);
    if (at) return void annotations.press(at[0], state.length - at[1]);
    const aims = aimedAt(modelId);
    if (aims.length === 1) return void take(...aims[0]);
    if (aims.length > 1) return void choose(aims);
    const attack =
      isOnTable &&
      modelId[0] !== state.side &&
      state.selected[0] === state.side &&
      state.choices?.verbs.find((entry) => entry.code === "shoot" || entry.code === "charge");
    if (attack) return void sayWhyNot(modelId, attack);
    select(modelId);
  },
  pressSpot: (x, y, level) =>
    annotations?.isPointing()
      ? annotations.press(x, y)
      : state.spotting
        ? lookahead.lookFrom(x, y, complain)
        : goTo(x, y, level),
  async scene(button) {
    const { toggle } = await import("./scene/board.js");
    const svg = document.getElementById("table");
    try {
      const isOpen = await toggle({ frame, svg, state, actions, say, draw, complain });
      button.setAttribute("aria-pressed", String(isOpen));
    } catch (fault) {
      complain(fault);
    }
  },
  spot() {
    putAway("spot");
    lookahead.toggleSpot(complain);
  },
  inspect: (modelId, options) => void (modelId && card.show(modelId, options)),
  hover(modelId) {
    card.point(modelId);
    const aims = modelId ? aimedAt(modelId) : [];
    if (aims.length) draw.drawAim(...aims[0]);
    else if (!isOpen()) document.querySelector("#table .layer.lines").replaceChildren();
  },
  which(near) {
    offer(
      words.which,
      near.map((modelId) => {
        const name = draw.modelOf(modelId)?.querySelector("title")?.textContent.split(":")[0] ?? modelId;
        return button(name, "button", () => {
          closePreview();
          actions.pressModel(modelId, { isOnTable: true });
        });
      }),
    );
  },
  step(by) {
    playback.finish();
    const all = order();
    if (!all.length) return void say(words.nobody_else, { show: true });
    const at = all.indexOf(state.selected);
    select(all[(at + by + all.length) % all.length]);
  },
  async walk(manner) {
    const known = verb(manner) ?? verb("crawl");
    if (known && !known.listed) {
      try {
        await lookahead.listMoves(known.code);
      } catch (fault) {
        return void complain(fault);
      }
    }
    const found = verb(manner) ?? verb("crawl") ?? verb("deploy");
    if (!found)
      return void say(state.choices?.verbs.find((v) => v.code === manner)?.why || words.nothing, { show: true });
    state.chooseManner(found.code);
    draw.drawChoices();
    page.classList.add("shows-spots");
    say(`${found.label}: ${found.options.length}. ${words.choose}`);
  },
  aim(code) {
    const found = verb(code);
    if (!found)
      return void say(state.choices?.verbs.find((v) => v.code === code)?.why || words.nothing, { show: true });
    state.chooseManner(code);
    showAim(found);
  },
  async ruler() {
    ruler ??= await import("./ruler.js");
    if (frame.dataset.measuring === "free") putAway("ruler");
    ruler.toggle();
  },
  async point() {
    annotations ??= await import("./annotations.js");
    putAway("point");
    annotations.toggle();
  },
  isPointing: () => annotations?.isPointing(),
  drag: (begin, end, forGood) => annotations.drag(begin, end, forGood),
  isRuling: () => ruler?.isRuling(),
  rule(modelId, x, y, pressed) {
    if (pressed) ruler.press(ruler.endOf(modelId, x, y));
    else ruler.follow(ruler.endOf(modelId, x, y));
  },
  arrow(dx, dy, free) {
    if (annotations?.isPointing()) return void annotations.arrow(dx, dy);
    if (ruler?.isRuling()) return void ruler.arrow(dx, dy);
    if (state.spotting) {
      const at = state.cursor ?? cursorStart();
      const step = frame.dataset.measuring === "free" ? 0.5 : 3;
      state.moveCursor([at[0] + dx * step, at[1] + dy * step], { isKeptOn: true });
      return void draw.drawCursor(state.cursor);
    }
    const found = verb(state.manner) ?? verb("deploy");
    if (!found) return;
    if (!found.listed)
      return void actions.walk(found.code).then(() => verb(found.code)?.listed && actions.arrow(dx, dy, free));
    if (free && found.options[0]?.spot && frame.dataset.measuring === "free") {
      const at = state.cursor ?? cursorStart();
      state.moveCursor([at[0] + dx * 0.5, at[1] + dy * 0.5]);
      draw.drawCursor(state.cursor);
      return void say(`${state.cursor[0].toFixed(1)}, ${state.cursor[1].toFixed(1)}`);
    }
    const by = dx + dy > 0 ? 1 : -1;
    if (found.options[0].target) {
      state.stepTarget(by, found.options.length);
      return void showAim(found);
    }
    state.stepSpot(by, found.options.length);
    const option = found.options[state.spot];
    draw.drawCursor(option.spot);
    say([option.label, option.note].filter(Boolean).join(", "));
  },
  commit() {
    if (annotations?.isPointing()) return void annotations.enter();
    if (ruler?.isRuling()) return void ruler.enter();
    if (commit()) return;
    if (state.spotting) return void lookahead.lookFrom(...(state.cursor ?? cursorStart()), complain);
    if (state.cursor) return void goTo(...state.cursor);
    const found = verb(state.manner) ?? verb("deploy");
    if (!found?.options.length) return;
    if (found.options[0].target) return void take(found, found.options[state.target]);
    if (state.spot >= 0) take(found, found.options[state.spot]);
  },
  back() {
    if (annotations?.isPointing()) return void annotations.toggle();
    if (ruler?.isRuling()) return void ruler.toggle();
    state.noCursor();
    if (state.spotting) {
      draw.drawCursor(null);
      return void lookahead.toggleSpot(complain);
    }
    state.noSpot();
    closePreview();
    draw.drawChoices();
  },
  sights() {
    state.toggleSights();
    lookahead.showSights(complain, true);
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
  type: () => commandLine.open(),
  keys: () => document.getElementById("keys").showModal(),
  level(level) {
    draw.setLevel(level);
  },
  whole: () => draw.whole(),
};

// Only one tool at a time gets clicks on the table: turning one on turns the others off.
function putAway(kept) {
  if (kept !== "ruler" && ruler?.isRuling()) ruler.toggle();
  if (kept !== "point" && annotations?.isPointing()) annotations.toggle();
  if (kept !== "spot" && state.spotting) lookahead.toggleSpot(complain);
}

// The clicked enemy is not a valid target: the selected warrior stays selected, and the reason is shown.
async function sayWhyNot(modelId, entry) {
  try {
    if (!entry.probe) return void say(entry.why, { show: true });
    await server.check(state.selected, JSON.parse(entry.probe.replace('"?"', JSON.stringify(modelId))));
    await refresh(state.selected);
  } catch (fault) {
    complain(fault);
    if (fault.answer) say(fault.message, { show: true });
  }
}

// Click a button of the prompt. If it asks for confirmation first, open its question; the next call clicks it.
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
