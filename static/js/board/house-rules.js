// Set-up of a battle: only house rules that the chosen ruleset has are shown and sent.

const menu = document.getElementById("id_ruleset");
const rows = document.querySelectorAll("[data-rulesets]");

function show() {
  for (const row of rows) {
    row.hidden = !row.dataset.rulesets.split(" ").includes(menu.value);
    for (const input of row.querySelectorAll("select, input")) {
      input.disabled = row.hidden;
    }
  }
}

menu.addEventListener("change", show);
window.addEventListener("pageshow", show);
show();
