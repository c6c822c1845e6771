// Requests to the site, for the board and every other page: headers, time limits, sending again, the "sending" line, and
// the difference between a refusal (the rules say no) and a failure (no usable answer). Nothing here touches the page.

// How long to wait before a request without an answer is sent again.
export const RETRY_MS = [1000, 3000, 8000, 15000];
export const TIME_LIMIT_MS = 12000;
const SENDING_MS = 1000;
const NO_ANSWER_MS = 4000;

// The site understood the request and said no; `answer` has its code, message and rule.
export class Refused extends Error {
  constructor(answer) {
    super(answer.message);
    this.answer = answer;
  }
}

// The site answered with something that cannot be used; `status` is the HTTP status.
export class Failed extends Error {
  constructor(status, message = `answered ${status}`) {
    super(message);
    this.status = status;
  }
}

export function newId() {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

// The CSRF token from the text of the cookies, or from a form when the cookie cannot be read.
export function csrfToken(cookies, form) {
  const cookie = cookies.split("; ").find((part) => part.startsWith("csrftoken="));
  return cookie?.slice("csrftoken=".length) ?? form?.elements.csrfmiddlewaretoken?.value ?? "";
}

// One request on behalf of the signed-in user. Gives the response, whatever its status; raises when there is no answer.
export function request(url, { accept = "application/json", limit = TIME_LIMIT_MS, signal, ...options } = {}) {
  const limits = [AbortSignal.timeout(limit), ...(signal ? [signal] : [])];
  return fetch(url, {
    credentials: "same-origin",
    ...options,
    signal: limits.length > 1 ? (AbortSignal.any?.(limits) ?? signal) : limits[0],
    headers: { Accept: accept, ...options.headers },
  });
}

export const isJson = (answer) => Boolean(answer.headers.get("content-type")?.includes("json"));

// The JSON of an answer, or null when it has none. Raises Refused or Failed.
export async function json(url, options) {
  const answer = await request(url, options);
  const body = isJson(answer) ? await answer.json() : null;
  if (answer.ok) return body;
  if (body?.message) throw new Refused(body);
  throw new Failed(answer.status);
}

// A page of the site as a document. Raises Failed, with the page's own words when the site asks to slow down.
export async function page(url, options) {
  const answer = await request(url, { accept: "text/html", ...options });
  const found = new DOMParser().parseFromString(await answer.text(), "text/html");
  if (answer.ok) return found;
  const words = answer.status === 429 && found.querySelector("[data-refusal] div > span")?.textContent.trim();
  throw new Failed(answer.status, words || "");
}

// Calls `attempt` until it answers. Refusals and failures are answers; only a request without an answer is sent again, after each of `delays`.
export async function untilAnswered(attempt, { delays = RETRY_MS, wait = pause } = {}) {
  for (let tries = 0; ; tries += 1) {
    try {
      return await attempt();
    } catch (fault) {
      if (fault instanceof Refused || fault instanceof Failed || tries >= delays.length) throw fault;
      await wait(delays[tries]);
    }
  }
}

function pause(milliseconds) {
  return new Promise((done) => {
    setTimeout(done, milliseconds);
  });
}

// Says that something is being sent, and later that there is no answer yet. Gives the function that ends it.
export function saySending(say, words) {
  const timers = [
    setTimeout(() => say(words.sending, { show: true }), SENDING_MS),
    setTimeout(() => say(words.kept, { show: true }), NO_ANSWER_MS),
  ];
  return () => timers.forEach(clearTimeout);
}
