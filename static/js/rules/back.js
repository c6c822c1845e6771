// A link back to the battle from which the rules were opened in this tab, on the rules and on every chapter. The battle is
// remembered for this tab only, so the link also works without a connection.
const BATTLE = /^\/battles\/(track\/)?[0-9A-Za-z]{12}\/$/;
const KEY = "battle-before-rules";

function remembered() {
  try {
    const from = document.referrer ? new URL(document.referrer) : null;
    if (from?.origin === location.origin && BATTLE.test(from.pathname)) {
      sessionStorage.setItem(KEY, from.pathname);
    }
    return sessionStorage.getItem(KEY) ?? "";
  } catch {
    return ""; // storage is switched off
  }
}

const battle = remembered();
const place = document.querySelector("[data-back-to-battle]");
if (place && BATTLE.test(battle)) {
  place.querySelector("a").href = battle;
  place.hidden = false;
}
