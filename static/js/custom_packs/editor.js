// The editor of a custom pack: samples are inserted into the text, a mistake leads to its line, a new line keeps its
// indentation. Without this script samples are copied by hand and the text is checked when it is saved.

import { say } from "../site.js";
import { endOfBlock } from "./text.js";

const text = document.getElementById("pack-text");

function put(value, from, to) {
  text.focus();
  text.setRangeText(value, from, to, "end");
  text.dispatchEvent(new Event("input", { bubbles: true }));
}

for (const button of document.querySelectorAll("[data-insert]")) {
  button.hidden = false;
  button.addEventListener("click", () => {
    const sample = document.getElementById(button.dataset.insert).textContent.trimEnd();
    const at = endOfBlock(text.value, button.dataset.kind);
    if (at < 0) {
      const gap = text.value.endsWith("\n") || text.value === "" ? "\n" : "\n\n";
      put(`${gap}${sample}\n`, text.value.length, text.value.length);
    } else {
      put(`\n${sample.split("\n").slice(1).join("\n")}`, at, at);
    }
    say(button.textContent.trim());
  });
}

document.addEventListener("click", (event) => {
  const link = event.target.closest?.("[data-line]");
  if (!link) return;
  event.preventDefault();
  const lines = text.value.split("\n");
  const number = Math.min(Number(link.dataset.line), lines.length);
  const from = lines.slice(0, number - 1).reduce((sum, line) => sum + line.length + 1, 0);
  text.focus();
  text.setSelectionRange(from, from + lines[number - 1].length);
  const height = parseFloat(getComputedStyle(text).lineHeight) || 20;
  text.scrollTop = Math.max(0, (number - 4) * height);
  text.scrollLeft = 0;
});

text.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || event.isComposing) return;
  const line = text.value.slice(0, text.selectionStart).split("\n").pop();
  const indent = line.match(/^\s*/)[0];
  if (!indent) return;
  event.preventDefault();
  put(`\n${indent}`, text.selectionStart, text.selectionEnd);
});

let isDirty = false;
text.addEventListener("input", () => {
  isDirty = true;
});
text.form.addEventListener("submit", () => {
  isDirty = false;
});
addEventListener("beforeunload", (event) => {
  if (isDirty) event.preventDefault();
});
