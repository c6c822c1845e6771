// Typed commands: `/` opens the input line; while the user types, the server sends completions and an explanation.
import { send } from "./play.js";
import * as server from "./server.js";
import { state } from "./state.js";

const form = document.getElementById("command-line");
const line = document.getElementById("command-text");
const says = document.getElementById("command-says");
const WAIT_MS = 180;
let timer = 0;
let number = 0;

export function open() {
  if (!line) return;
  line.focus();
  line.select();
}

async function look() {
  number += 1;
  const mine = number;
  if (!line.value.trim() || !state.side) {
    says.textContent = "";
    return;
  }
  try {
    const found = await server.lines(line.value);
    if (mine !== number) return;
    document.getElementById("command-lines").replaceChildren(
      ...found.lines.map((text) => {
        const option = document.createElement("option");
        option.value = text;
        return option;
      }),
    );
    says.textContent = found.says || found.why;
    says.dataset.final = found.final ? "1" : "";
  } catch {
    says.textContent = "";
  }
}

if (form) {
  line.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(look, WAIT_MS);
  });
  line.addEventListener("keydown", (event) => {
    if (event.key === "Escape") {
      line.value = "";
      says.textContent = "";
      document.getElementById("board").focus();
    }
  });
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    clearTimeout(timer);
    number += 1;
    const before = state.seq;
    await send(server.typed(line.value));
    if (state.seq > before) {
      line.value = "";
      says.textContent = "";
    }
  });
}
