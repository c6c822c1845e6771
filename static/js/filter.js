// A text field that filters the options of a select: <input data-filters="ID of the select">. Rows marked
// data-filter-row are hidden until this script runs, because the field does nothing without it. If no option matches,
// the select is empty, so that a hidden option is never sent, and the text of the field's data-none is shown.
import { fold, matches } from "./match.js";

function show() {
  for (const row of document.querySelectorAll("[data-filter-row][hidden]")) row.hidden = false;
}

document.addEventListener("input", (event) => {
  const select = document.getElementById(event.target.dataset?.filters ?? "");
  if (!select) return;
  const wanted = fold(event.target.value);
  for (const option of select.options) option.hidden = !matches(fold(option.text), wanted);
  for (const group of select.querySelectorAll("optgroup"))
    group.hidden = ![...group.children].some((option) => !option.hidden);
  const current = select.selectedOptions[0];
  const shown = [...select.options].filter((option) => !option.hidden);
  if (!current || current.hidden) select.selectedIndex = shown[0]?.index ?? -1;
  const note = document.getElementById(event.target.getAttribute("aria-describedby"));
  if (note) note.textContent = shown.length ? "" : event.target.dataset.none;
});
document.addEventListener("htmx:afterSettle", show);
show();
