// The switch "at once, on this device": registers the service worker, asks for permission, and sends the device's push
// address to the site. Without JavaScript the rest of the page works, and known devices can be removed from the list.
import { bytesOf, textOf } from "../base64url.js";
import { Failed, request } from "../requests.js";

const place = document.getElementById("devices");
const status = place.querySelector("[data-push-said]");
const row = place.querySelector("[data-push-row]");
const buttons = Object.fromEntries(
  [...row.querySelectorAll("[data-push]")].map((button) => [button.dataset.push, button]),
);
const isAble = "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;

async function tell(url, fields) {
  const token = row.querySelector("[name=csrfmiddlewaretoken]").value;
  const body = new URLSearchParams({ ...fields, csrfmiddlewaretoken: token });
  const answer = await request(url, { method: "POST", body });
  if (!answer.ok) throw new Failed(answer.status);
}

function show(isOn, words = "") {
  buttons.on.hidden = isOn;
  buttons.off.hidden = !isOn;
  row.hidden = false;
  status.textContent = words;
}

function nameOf() {
  const brand =
    navigator.userAgentData?.brands?.at(-1)?.brand ?? /Firefox|Safari|Edg|Chrome/.exec(navigator.userAgent)?.[0] ?? "";
  return [brand, navigator.userAgentData?.platform ?? navigator.platform].filter(Boolean).join(", ").slice(0, 60);
}

async function keep(subscription) {
  await tell(place.dataset.on, {
    endpoint: subscription.endpoint,
    name: nameOf(),
    point: textOf(subscription.getKey("p256dh")),
    auth: textOf(subscription.getKey("auth")),
  });
}

async function switchOn() {
  const registration = await navigator.serviceWorker.register(place.dataset.worker, { scope: "/" });
  if ((await Notification.requestPermission()) !== "granted") return show(false, status.dataset.denied);
  await navigator.serviceWorker.ready;
  const key = bytesOf(place.dataset.pushKey);
  await keep(await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key }));
  return show(true, status.dataset.isOn);
}

async function switchOff() {
  const registration = await navigator.serviceWorker.getRegistration("/");
  const subscription = await registration?.pushManager.getSubscription();
  if (subscription) {
    await tell(place.dataset.off, { endpoint: subscription.endpoint });
    await subscription.unsubscribe();
  }
  show(false);
}

function pressed(act, wasOn) {
  return async (event) => {
    event.currentTarget.disabled = true;
    try {
      await act();
    } catch {
      show(wasOn, status.dataset.lost);
    } finally {
      buttons.on.disabled = buttons.off.disabled = false;
    }
  };
}

if (isAble) {
  buttons.on.addEventListener("click", pressed(switchOn, false));
  buttons.off.addEventListener("click", pressed(switchOff, true));
  const registration = await navigator.serviceWorker.getRegistration("/");
  const subscription = await registration?.pushManager?.getSubscription();
  if (subscription) await keep(subscription).catch(() => {});
  show(Boolean(subscription), subscription ? status.dataset.isOn : "");
} else {
  status.textContent = status.dataset.none;
}
