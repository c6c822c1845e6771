// The equipment panel by keyboard: K focuses its search, letters filter the list at once, Enter buys the first item
// shown. Without this script the search is a plain form, and every item of the list has a button.
const search = () => document.querySelector("[data-kit-search]");

function narrow(input) {
  const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
  document.querySelectorAll("[data-kit-name]").forEach((row) => {
    row.hidden = !words.every((word) => row.dataset.kitName.includes(word));
  });
  document.querySelectorAll("[data-kit-group]").forEach((group) => {
    group.hidden = !group.querySelector("[data-kit-name]:not([hidden])");
  });
}

document.addEventListener("input", (event) => {
  if (event.target.matches?.("[data-kit-search]")) narrow(event.target);
});

document.addEventListener("keydown", (event) => {
  const typing = event.target.closest?.("input, textarea, select, [contenteditable]");
  if (event.target.matches?.("[data-kit-search]") && event.key === "Enter") {
    const first = document.querySelector("[data-kit-name]:not([hidden]) button");
    if (first && event.target.value) {
      event.preventDefault();
      first.click();
    }
  } else if (event.target.matches?.("[data-kit-search]") && event.key === "Escape") {
    event.target.value = "";
    narrow(event.target);
  } else if (!typing && event.key.toLowerCase() === "k" && !event.ctrlKey && !event.metaKey && !event.altKey) {
    const row = event.target.closest?.(".member");
    const link = row?.querySelector("[data-kit-of]");
    if (link && !row.classList.contains("is-chosen")) {
      event.preventDefault();
      focusNext = true;
      link.click();
      return;
    }
    if (search()) {
      event.preventDefault();
      search().focus();
      search().select();
    }
  }
});

// After K on a row, or the link to the hire panel, the panel is loaded as a fragment; then its search gets the focus.
let focusNext = false;
document.addEventListener("click", (event) => {
  if (event.target.closest?.("[data-kit-focus]") && event.detail === 0) focusNext = true;
});
document.addEventListener("htmx:afterSettle", () => {
  if (focusNext && search()) search().focus();
  focusNext = false;
});
