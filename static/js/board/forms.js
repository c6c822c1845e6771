// Forms, links and tools of the board's page, handled without loading a new page.
import { actions } from "./actions.js";
import * as draw from "./draw.js";
import { nextLevel } from "./input.js";
import * as lookahead from "./lookahead-requests.js";
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
      // The response is at the top of the panel, possibly far above the button.
      if (what === "draw") sent.then(() => draw.region("draw_offer")?.scrollIntoView({ block: "nearest" }));
      return;
    }
    if (form.matches(".hint-form")) {
      event.preventDefault();
      event.stopPropagation();
      import("./suggestion.js").then(({ ask }) => ask(form), complain);
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
    actions.pressModel(link.dataset.who);
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
    lookahead.showLinkedOdds(chance).catch(complain);
  }
  const tool = event.target.closest?.(".tool");
  if (tool?.dataset.ruler !== undefined) actions.ruler();
  if (tool?.dataset.spot !== undefined) actions.spot();
  if (tool?.dataset.view3d !== undefined) actions.scene(tool);
  if (tool?.dataset.point !== undefined) actions.point();
  if (tool?.dataset.wipe !== undefined) import("./annotations.js").then(({ wipe }) => wipe());
  if (tool?.dataset.sights !== undefined) {
    event.preventDefault();
    actions.sights();
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
    ({
      next: () => actions.step(1),
      undo: actions.undo,
      level: () => actions.level(nextLevel()),
      list: actions.list,
      end: actions.end,
    })[thumb.dataset.act]();
});

page.addEventListener(
  "toggle",
  (event) => {
    if (event.target.matches(".ask") && event.target.open) {
      if (page.dataset.sheet === "peek") page.dataset.sheet = "";
      // Screen readers read the question, which is the name of its group. Focus alone would also scroll the page, so that
      // the board leaves the screen of a phone.
      event.target.querySelector("button").focus({ preventScroll: true });
      event.target.scrollIntoView({ block: "nearest" });
      return;
    }
    const { moves, verb: code } = event.target.dataset;
    if (!moves) return;
    if (!event.target.open) return void state.closeList(code);
    state.openList(code);
    lookahead.listMoves(code).catch(complain);
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
