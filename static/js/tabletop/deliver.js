// Sends one stored entry and returns the result: "accepted" or "refused" only if the response names this entry.
import { csrfToken, request } from "../requests.js";

// Networks at gaming tables are slow.
const TIME_LIMIT_MS = 30000;
const FILE_LIMIT_MS = 120_000;
const OWN_FIELDS = ["csrfmiddlewaretoken", "idempotency_key"];

// The fields of a form as pairs, without those that differ each time it is sent.
export const fieldsOf = (pairs) => [...pairs].filter(([name]) => !OWN_FIELDS.includes(name));

// The delay that the site requests, in milliseconds; 0 for none.
function pauseOf(answer) {
  const seconds = Number(answer.headers.get("Retry-After"));
  return Number.isFinite(seconds) ? seconds * 1000 : 0;
}

// The public id of the signed-in user, read from a page of the site; "" for nobody. Also renews the CSRF cookie.
async function signedIn(address) {
  const answer = await request(address, { accept: "text/html", redirect: "manual" });
  if (!answer.ok) return "";
  return /<html[^>]*\sdata-viewer="([^"]*)"/.exec(await answer.text())?.[1] ?? "";
}

// `page`: the address of an open page, which names the signed-in user; `form`: one that may contain the CSRF token.
export function deliverer({ user, page = location.pathname, form = () => null }) {
  return async function deliver(entry, isRetry = false) {
    const body = entry.file ? new FormData() : new URLSearchParams();
    for (const [name, value] of entry.fields) body.append(name, value);
    if (entry.file) {
      const { name, bytes, type } = entry.file;
      body.append(name, new Blob([bytes], { type }), "photo.jpg");
    }
    body.set("idempotency_key", entry.id);
    body.set("tapped_by", user);
    body.set("csrfmiddlewaretoken", csrfToken(document.cookie, form()));
    const limit = entry.file ? FILE_LIMIT_MS : TIME_LIMIT_MS;
    const answer = await request(entry.path, { method: "POST", body, redirect: "manual", limit });
    let content = null;
    try {
      content = await answer.json();
    } catch {
      /* The response is a page instead of JSON. */
    }
    const { status } = answer;
    if (answer.ok && content?.accepted === entry.id) return { state: "accepted", ...content };
    if (answer.type === "opaqueredirect" || status === 401) return { state: "signin" };
    if (content?.code === "other_player") return { state: "other" };
    if (content?.refused === entry.id) return { ...content, state: "refused", message: content.message ?? "" };
    if (status === 429) return { state: "busy", pause: pauseOf(answer) };
    if (status >= 500) return { state: "fault", pause: pauseOf(answer) };
    if (status === 403) {
      // The form's token has expired, perhaps because the session has ended.
      const now = await signedIn(page);
      if (now === user && !isRetry) return deliver(entry, true);
      return { state: now === user ? "expired" : now ? "other" : "signin" };
    }
    // Another refusal with a message of the site, for example because the battle was deleted.
    if (status >= 400 && content?.code && content.message) return { state: "refused", message: content.message };
    return { state: "unreadable" };
  };
}
