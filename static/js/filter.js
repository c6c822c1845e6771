// A text field that narrows the options of a select: <input data-filters="ID of the select">. Rows marked
// data-filter-row are hidden until this script runs, because the field does nothing without it.
import { fold, matches } from "./match.js";

function show() {
  for (const row of document.querySelectorAll("[data-filter-row][hidden]")) row.hidden = false;
}

document.addEventListener("input", (event) => {
  const select = document.getElementById(event.target.dataset?.filters ?? "");
  if (!select) return;
  const wanted = fold(event.target.value);
  for (const option of select.options) option.hidden = !matches(fold(option.text), wanted);
  for (const group of select.querySelectorAll("optgroup")) group.hidden = ![...group.children].some((option) => !option.hidden);
  if (select.selectedOptions[0]?.hidden) {
    const first = [...select.options].find((option) => !option.hidden);
    if (first) select.value = first.value;
  }
});
document.addEventListener("htmx:afterSettle", show);
show();
