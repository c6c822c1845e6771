// Forms, links and tools of the board's page, answered without a new page.
import { act } from "./acts.js";
import * as ahead from "./ahead.js";
import * as draw from "./draw.js";
import { nextLevel } from "./input.js";
import { complain, send } from "./play.js";
import * as server from "./server.js";
import { aimedAt, state } from "./state.js";

const frame = document.getElementById("board");
const page = document.querySelector(".battle");

page.addEventListener(
  "submit",
  (event) => {
    const form = event.target;
    if (event.submitter?.formMethod === "dialog") return;
    if (form.matches(".beside-form")) {
      form.closest("dialog")?.close();
      event.preventDefault();
      event.stopPropagation();
      const what = form.action.split("/").at(-2);
      const sent = send(server.beside(what, Object.fromEntries(new FormData(form, event.submitter))));
      // The answer stands at the top of the panel, the button may lie far below.
      if (what === "draw") sent.then(() => draw.region("draw")?.scrollIntoView({ block: "nearest" }));
      return;
    }
    if (!form.matches(".board-form")) return;
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
    const chosen = form.querySelector("input[name=command]:checked");
    event.submitter?.setAttribute("aria-busy", "true");
    send(server.order(command, chosen ? state.selected : undefined));
  },
  true,
);

page.addEventListener("click", (event) => {
  const link = event.target.closest?.("a[data-who]");
  if (link && !frame.contains(link) && !event.ctrlKey && !event.metaKey) {
    event.preventDefault();
    if (innerWidth <= 640) page.dataset.panel = "";
    act.pressModel(link.dataset.who);
  }
  const back = event.target.closest?.(".ask [data-back]");
  if (back) {
    event.preventDefault();
    const question = back.closest(".ask");
    question.open = false;
    question.querySelector("summary").focus();
  }
  const chance = event.target.closest?.("a[data-odds]");
  if (chance && !event.ctrlKey && !event.metaKey) {
    event.preventDefault();
    ahead.answerLink(chance).catch(complain);
  }
  const tool = event.target.closest?.(".tool");
  if (tool?.dataset.ruler !== undefined) act.ruler();
  if (tool?.dataset.spot !== undefined) act.spot();
  if (tool?.dataset.point !== undefined) act.point();
  if (tool?.dataset.wipe !== undefined) import("./pointing.js").then(({ wipe }) => wipe());
  if (tool?.dataset.sights !== undefined) {
    event.preventDefault();
    act.sights();
  }
  if (tool?.dataset.level !== undefined) {
    event.preventDefault();
    draw.setLevel(tool.dataset.level);
  }
  if (tool?.dataset.zoom === "in") {
    event.preventDefault();
    draw.zoom(0.7);
  }
  if (tool?.dataset.zoom === "out") {
    event.preventDefault();
    draw.zoom(1.4);
  }
  if (tool?.dataset.zoom === "fit") {
    event.preventDefault();
    draw.whole();
  }
  const thumb = event.target.closest?.("[data-act]");
  if (thumb)
    ({ next: () => act.step(1), undo: act.undo, level: () => act.level(nextLevel()), list: act.list, end: act.end })[
      thumb.dataset.act
    ]();
});

page.addEventListener(
  "toggle",
  (event) => {
    if (event.target.matches(".ask") && event.target.open) {
      if (page.dataset.sheet === "peek") page.dataset.sheet = "";
      // Focus scrolls it into view and has screen readers read the question, which is the name of its group.
      event.target.querySelector("button").focus();
      return;
    }
    const { moves, verb: code } = event.target.dataset;
    if (!moves) return;
    if (event.target.open) state.opened = code;
    else if (state.opened === code) state.opened = "";
    if (event.target.open) ahead.listMoves(code).catch(complain);
  },
  true,
);

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

const saying = document.querySelectorAll("#chat form");
for (const form of saying) {
  form.addEventListener(
    "submit",
    async (event) => {
      event.preventDefault();
      event.stopPropagation();
      const text = new FormData(form, event.submitter).get("text");
      if (!text) return;
      try {
        await server.speak(text);
        form.reset();
      } catch (fault) {
        complain(fault);
      }
    },
    true,
  );
}
