// The board with script: press a warrior, press a spot or an enemy; one press commits what can be undone, two what cannot.
// Fragments come from the server and are swapped in. Without script every act is a link or a form of the same page.
import { say } from "../site.js";
import * as draw from "./draw.js";
import { listenToKeys, listenToPointers, nextLevel } from "./input.js";
import * as server from "./server.js";
import * as ahead from "./ahead.js";
import { aimedAt, readPage, state, told, verb, words } from "./state.js";

const frame = document.getElementById("board");
const page = document.querySelector(".battle");
const preview = document.getElementById("preview");
const refused = document.getElementById("refused");

// ---- what the server said ----
function apply(answer, { speak = true } = {}) {
  if (!answer || answer.seq < state.seq) return;
  state.seq = answer.seq;
  state.side = answer.side;
  state.over = answer.over;
  state.selected = answer.selected;
  draw.swap(answer.regions);
  draw.swapModels(answer.models);
  draw.swapZones(answer.zones);
  draw.prependLog(answer.log);
  if (innerWidth <= 640) document.getElementById("sheet").scrollTop = 0;
  if (answer.side && answer.selected) draw.show(answer.selected);
  frame.dataset.seq = String(answer.seq);
  frame.dataset.selected = answer.selected;
  frame.dataset.side = answer.side;
  closePreview();
  if (speak && answer.speak) say([answer.speak, answer.ask].filter(Boolean).join(" "));
  loadChoices();
}

let asked = 0;
async function loadChoices() {
  state.choices = null;
  state.manner = "walk";
  state.target = 0;
  state.spot = -1;
  page.classList.remove("shows-spots");
  draw.drawSpots("");
  draw.markSelected();
  draw.drawChoices();
  ahead.showSights(complain);
  const who = state.selected;
  const number = (asked += 1);
  if (!who || !state.side || who[0] !== state.side) return;
  try {
    const answer = await server.choices(who);
    if (number !== asked) return;
    state.choices = answer;
    if (!verb("walk") && verb("crawl")) state.manner = "crawl";
    draw.drawChoices();
    const list = document.querySelector(`details[data-moves][data-verb="${state.opened}"]`);
    if (list) list.open = true;
    frame.dataset.choices = String(answer.seq);
  } catch (fault) {
    complain(fault);
  }
}

let refreshing = false;
let again = false;
async function refresh(who = "") {
  if (refreshing) { again = true; return; }
  refreshing = true;
  try {
    apply(await server.fresh(who, who ? "" : state.selected, state.seq));
  } catch (fault) {
    complain(fault);
  } finally {
    refreshing = false;
    if (again) { again = false; refresh(); }
  }
}

function complain(fault) {
  if (!(fault instanceof server.Refused)) {
    say(words.no_answer, { show: true });
    setTimeout(() => refresh(), 2000);
    return;
  }
  const rule = fault.answer.rule ? ` [${fault.answer.rule}]` : "";
  const box = document.createElement("div");
  box.className = "notice is-bad";
  box.tabIndex = -1;
  box.dataset.refusal = "";
  box.textContent = fault.message + rule;
  refused.replaceChildren(box);
  if (fault.answer.code === "stale_order") refresh();
}

async function send(promise) {
  page.setAttribute("aria-busy", "true");
  try {
    apply(await promise);
    refused.replaceChildren();
  } catch (fault) {
    draw.drawWay(null);
    complain(fault);
  } finally {
    page.removeAttribute("aria-busy");
  }
}

// ---- preview of what cannot be undone ----
let pending = null;
function ask(sentence, label, command) {
  pending = () => send(server.order(command));
  preview.hidden = false;
  preview.replaceChildren();
  const text = document.createElement("p");
  text.textContent = sentence;
  const row = document.createElement("div");
  row.className = "row";
  const yes = button(label, "button button-main", commit);
  const no = button(words.back, "button", act.back);
  row.append(yes, no);
  preview.append(text, row);
  preview.scrollIntoView({ block: "nearest" });
  say(`${sentence} ${label}?`);
}

function button(label, className, run) {
  const made = document.createElement("button");
  made.type = "button";
  made.className = className;
  made.textContent = label;
  made.addEventListener("click", run);
  return made;
}

function closePreview() {
  pending = null;
  preview.hidden = true;
  preview.replaceChildren();
  draw.drawWay(null);
}

function commit() {
  if (!pending) return false;
  const run = pending;
  closePreview();
  run();
  return true;
}

function take(entry, option) {
  if (!option.final) return void send(server.order(option.command));
  const odds = option.odds ? ` ${option.odds.needs}${option.odds.reasons ? ` (${option.odds.reasons})` : ""}; ${option.odds.says}.` : "";
  if (option.target) draw.drawAim(entry, option);
  ask(`${option.label}.${odds || (option.note ? ` ${option.note}.` : "")}`, option.target ? option.label : entry.label, option.command);
  if (option.odds) ahead.foresee(option, preview.querySelector("p")).then(() => pending && draw.drawAim(entry, option)).catch(complain);
}

async function goTo(x, y, manner = state.manner) {
  const who = state.selected;
  if (server.isSending()) return;
  if (!who || who[0] !== state.side) return void say(words.nothing, { show: true });
  const known = verb(manner) ?? verb("walk") ?? verb("crawl") ?? (state.choices?.verbs.some((v) => v.code === "deploy") ? { code: "walk" } : null);
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

// ---- what a press or key does ----
const order = () => [...document.querySelectorAll(".figure a")].filter((link) => link.querySelector(".can-act")).map((link) => link.dataset.who);

async function select(who) {
  state.selected = who;
  closePreview();
  draw.markSelected();
  draw.show(who);
  await refresh(who);
  if (!state.choices) loadChoices();
}

const act = {
  pressModel(who) {
    const aims = aimedAt(who);
    if (aims.length === 1) return void take(...aims[0]);
    if (aims.length > 1) return void choose(aims);
    select(who);
  },
  pressSpot: (x, y) => goTo(x, y),
  inspect: (who) => { if (who) { select(who); page.dataset.panel = ""; page.dataset.sheet = ""; } },
  hover(who) {
    const aims = who ? aimedAt(who) : [];
    if (aims.length) draw.drawAim(...aims[0]);
    else if (preview.hidden) document.querySelector("#table .layer.lines").replaceChildren();
  },
  which(near) {
    preview.hidden = false;
    preview.replaceChildren();
    const text = document.createElement("p");
    text.textContent = words.which;
    const row = document.createElement("div");
    row.className = "row";
    for (const who of near) {
      const name = draw.modelOf(who)?.querySelector("title")?.textContent.split(":")[0] ?? who;
      row.append(button(name, "button", () => { closePreview(); act.pressModel(who); }));
    }
    preview.append(text, row);
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
      try { await ahead.listMoves(known.code); } catch (fault) { return void complain(fault); }
    }
    const found = verb(manner) ?? verb("crawl") ?? verb("deploy");
    if (!found) return void say(state.choices?.verbs.find((v) => v.code === manner)?.why || words.nothing, { show: true });
    state.manner = found.code;
    state.spot = -1;
    draw.drawChoices();
    page.classList.add("shows-spots");
    say(`${found.label}: ${found.options.length}. ${words.choose}`);
  },
  aim(code) {
    const found = verb(code);
    if (!found) return void say(state.choices?.verbs.find((v) => v.code === code)?.why || words.nothing, { show: true });
    state.manner = code;
    state.target = 0;
    showAim(found);
  },
  arrow(dx, dy, free) {
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
    if (commit()) return;
    if (state.cursor) return void goTo(...state.cursor);
    const found = verb(state.manner) ?? verb("deploy");
    if (!found?.options.length) return;
    if (found.options[0].target) return void take(found, found.options[state.target]);
    if (state.spot >= 0) take(found, found.options[state.spot]);
  },
  back() {
    state.cursor = null;
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
  option(number) { document.querySelectorAll(".prompt-options button")[number]?.click(); },
  fight() { document.querySelector('.prompt-options button[value*="fight"]')?.click(); },
  hide() {
    const found = verb("hide");
    if (found) take(found, found.options[0]);
    else say(state.choices?.verbs.find((v) => v.code === "hide")?.why || words.nothing, { show: true });
  },
  undo() { if (document.getElementById("undo-button")) send(server.undo()); },
  end() { (document.querySelector('.prompt-options button[value*="end_step"]') ?? document.querySelector(".prompt-options button"))?.click(); },
  list() {
    if (innerWidth <= 640) page.dataset.panel = page.dataset.panel === "warriors" ? "" : "warriors";
    else document.querySelector(".figure a[aria-current], .figure a")?.focus();
  },
  toPrompt() { draw.region("prompt")?.querySelector("button")?.focus(); },
  keys: () => say(words.keys, { show: true }),
  level(level) { draw.setLevel(level); },
  whole: () => draw.whole(),
};

function cursorStart() {
  const at = draw.placeOf(state.selected);
  return at ? [at[0], state.length - at[1]] : [state.width / 2, state.length / 2];
}

function showAim(found) {
  const option = found.options[state.target];
  draw.drawAim(found, option);
  say([option.label, option.odds?.needs, option.odds?.says ?? option.note].filter(Boolean).join(", "));
}

function choose(aims) {
  preview.hidden = false;
  const row = document.createElement("div");
  row.className = "row";
  for (const [entry, option] of aims) row.append(button(option.label, "button", () => { closePreview(); take(entry, option); }));
  preview.replaceChildren(row);
}

// ---- forms of the page, quick ----
page.addEventListener("submit", (event) => {
  const form = event.target;
  if (!form.matches(".board-form") || event.submitter?.formMethod === "dialog") return;
  form.closest("dialog")?.close();
  event.preventDefault();
  event.stopPropagation();
  if (server.isSending()) return;
  const data = new FormData(form, event.submitter);
  if (form.action.endsWith("/undo/")) return void send(server.undo());
  if (form.action.endsWith("/place/")) return void send(server.placeAll());
  const text = data.get("command");
  if (!text) return;
  const command = JSON.parse(text);
  const left = page.querySelector(".left");
  if (command.kind === "end_step" && left && !left.open) {
    left.open = true;
    say(left.textContent.replace(/\s+/g, " ").trim(), { show: false });
    event.submitter?.focus();
    return;
  }
  const chosen = form.querySelector("input[name=command]:checked");
  event.submitter?.setAttribute("aria-busy", "true");
  send(server.order(command, chosen ? state.selected : undefined));
}, true);

page.addEventListener("click", (event) => {
  const link = event.target.closest?.("a[data-who]");
  if (link && !frame.contains(link) && !event.ctrlKey && !event.metaKey) {
    event.preventDefault();
    if (innerWidth <= 640) page.dataset.panel = "";
    act.pressModel(link.dataset.who);
  }
  const chance = event.target.closest?.("a[data-odds]");
  if (chance && !event.ctrlKey && !event.metaKey) {
    event.preventDefault();
    ahead.answerLink(chance).catch(complain);
  }
  const tool = event.target.closest?.(".tool");
  if (tool?.dataset.sights !== undefined) { event.preventDefault(); act.sights(); }
  if (tool?.dataset.level !== undefined) { event.preventDefault(); draw.setLevel(tool.dataset.level); }
  if (tool?.dataset.zoom === "in") { event.preventDefault(); draw.zoom(0.7); }
  if (tool?.dataset.zoom === "out") { event.preventDefault(); draw.zoom(1.4); }
  const thumb = event.target.closest?.("[data-act]");
  if (thumb) ({ next: () => act.step(1), undo: act.undo, level: () => act.level(nextLevel()), list: act.list, end: act.end })[thumb.dataset.act]();
});

page.addEventListener("toggle", (event) => {
  const { moves, verb: code } = event.target.dataset;
  if (!moves) return;
  if (event.target.open) state.opened = code;
  else if (state.opened === code) state.opened = "";
  if (event.target.open) ahead.listMoves(code).catch(complain);
}, true);

page.addEventListener("change", (event) => {
  const radio = event.target;
  if (radio.name !== "command" || !radio.dataset) return;
  if (radio.dataset.x) draw.drawCursor([Number(radio.dataset.x), Number(radio.dataset.y)]);
  if (radio.dataset.target && state.choices) {
    const aims = aimedAt(radio.dataset.target);
    if (aims.length) draw.drawAim(...aims[0]);
  }
});

const STOPS = ["", "full", "peek"];
document.getElementById("grip").addEventListener("click", () => {
  page.dataset.sheet = STOPS[(STOPS.indexOf(page.dataset.sheet ?? "") + 1) % STOPS.length];
});

const saying = document.querySelectorAll('#chat form');
for (const form of saying) {
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    event.stopPropagation();
    const text = new FormData(form, event.submitter).get("text");
    if (!text) return;
    try { await server.speak(text); form.reset(); } catch (fault) { complain(fault); }
  }, true);
}

function heard(message) {
  if (message.said) {
    const line = document.createElement("li");
    line.textContent = `${message.said.author}: ${message.said.text}`;
    document.getElementById("chat-lines")?.append(line);
    return;
  }
  if (message.seq > state.seq && !server.isSending()) refresh();
}

function lost(seconds) {
  const bar = document.getElementById("connection");
  if (!seconds) {
    if (!bar.hidden) { bar.hidden = true; refresh(); }
    return;
  }
  if (seconds < 2) return;
  bar.hidden = false;
  const line = document.querySelector("#log .log-line p");
  bar.textContent = told("lost", { n: seconds, line: line?.textContent.trim() ?? words.start });
}

// ---- begin ----
document.body.classList.add("has-script");
document.querySelector(".thumb-row").hidden = false;
document.getElementById("grip").hidden = false;
frame.tabIndex = 0;
frame.setAttribute("role", "application");
readPage(frame);
if (innerWidth <= 640 && state.width > 22) {
  draw.closeUp(20);
  if (state.selected) draw.show(state.selected);
}
listenToPointers(frame, act);
listenToKeys(frame, act);
loadChoices();
server.listen(heard, lost);
document.documentElement.dataset.board = "ready";
