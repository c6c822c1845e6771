// The invitation: copy the link, or share it with the device's own dialog. Without this script the link is in a text
// field to copy from, and a QR code.
import { say } from "../site.js";

for (const button of document.querySelectorAll("[data-copy]")) {
  const field = document.getElementById(button.dataset.copy);
  button.hidden = false;
  button.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(field.value);
    } catch {
      field.focus();
      field.select();
      if (!document.execCommand("copy")) return;
      button.focus();
    }
    say(button.dataset.done, { show: true });
  });
}

for (const button of document.querySelectorAll("[data-share]")) {
  if (!navigator.share) continue;
  const field = document.getElementById(button.dataset.share);
  button.hidden = false;
  button.addEventListener("click", () => {
    navigator.share({ title: button.dataset.title, url: field.value }).catch(() => {});
  });
}
