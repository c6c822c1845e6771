// The dialog with the settings of the board: each control shows its setting, and changes it at once.

import * as preferences from "./preferences.js";
import { words } from "./state.js";

const dialog = document.getElementById("settings");

for (const control of dialog.querySelectorAll("[data-setting]")) {
  const name = control.dataset.setting;
  const isBox = control.type === "checkbox";
  if (isBox) control.checked = preferences.get(name);
  else control.value = preferences.get(name);
  control.addEventListener("change", async () => {
    if (name === "notify" && control.checked) control.checked = await allowed(control);
    preferences.set(name, isBox ? control.checked : control.value);
  });
}

// The browser asks for permission only here, when the player turns notifications on.
async function allowed(control) {
  const isGranted = "Notification" in window && (await Notification.requestPermission()) === "granted";
  const line = document.getElementById(control.getAttribute("aria-describedby"));
  line.textContent = isGranted ? "" : words.no_notifications;
  line.hidden = isGranted;
  return isGranted;
}
