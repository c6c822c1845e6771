// Requests to the site, for the board and every other page: headers, time limits, repetition, the "sending" line, and
// the difference between a refusal (the rules say no) and a failure (no usable response). Nothing here depends on the
// page.

// Delays before a request without a response is repeated.
export const RETRY_MS = [1000, 3000, 8000, 15000];
export const TIME_LIMIT_MS = 12000;
const SENDING_MS = 1000;
const NO_ANSWER_MS = 4000;

// The site understood the request and refused it; `answer` has its code, message and rule.
export class Refused extends Error {
  constructor(answer) {
    super(answer.message);
    this.answer = answer;
  }
}

// The response of the site cannot be used; `status` is the HTTP status.
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

// The CSRF token from the cookies, or from a form if the cookie cannot be read.
export function csrfToken(cookies, form) {
  const cookie = cookies.split("; ").find((part) => part.startsWith("csrftoken="));
  return cookie?.slice("csrftoken=".length) ?? form?.elements.csrfmiddlewaretoken?.value ?? "";
}

// One request for the signed-in user. Returns the response, whatever its status; raises if there is none.
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

// The JSON of a response, or null if it has none. Raises Refused or Failed.
export async function json(url, options) {
  const answer = await request(url, options);
  const body = isJson(answer) ? await answer.json() : null;
  if (answer.ok) return body;
  if (body?.message) throw new Refused(body);
  throw new Failed(answer.status);
}

// A page of the site as a document. Raises Failed, with the message of the page if there are too many requests.
export async function page(url, options) {
  const answer = await request(url, { accept: "text/html", ...options });
  const found = new DOMParser().parseFromString(await answer.text(), "text/html");
  if (answer.ok) return found;
  const words = answer.status === 429 && found.querySelector("[data-refusal] div > span")?.textContent.trim();
  throw new Failed(answer.status, words || "");
}

// Calls `attempt` until there is a response. Refusals and failures are responses; only a request without a response is
// repeated, after each of `delays`.
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

// Shows that something is being sent, and later that there is no response yet. Returns the function that ends this.
export function saySending(say, words) {
  const timers = [
    setTimeout(() => say(words.sending, { show: true, isKept: true }), SENDING_MS),
    setTimeout(() => say(words.kept, { show: true, isKept: true }), NO_ANSWER_MS),
  ];
  return () => timers.forEach(clearTimeout);
}
