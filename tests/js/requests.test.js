// The request module: what is repeated, what counts as a response, and what is shown in the meantime.
import assert from "node:assert/strict";
import { afterEach, mock, test } from "node:test";
import {
  csrfToken,
  Failed,
  json,
  newId,
  RETRY_MS,
  Refused,
  saySending,
  untilAnswered,
} from "../../static/js/requests.js";

afterEach(() => mock.restoreAll());

function answering(status, body, type = "application/json") {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  return mock.method(
    globalThis,
    "fetch",
    async () => new Response(text, { status, headers: { "Content-Type": type } }),
  );
}

test("an answer is given as it came, and asked for as JSON of the same site", async () => {
  const fetched = answering(200, { seq: 4 });
  assert.deepEqual(await json("/battles/x/state/", { headers: { "X-CSRFToken": "t" } }), { seq: 4 });
  const [address, options] = fetched.mock.calls[0].arguments;
  assert.equal(address, "/battles/x/state/");
  assert.equal(options.credentials, "same-origin");
  assert.deepEqual(options.headers, { Accept: "application/json", "X-CSRFToken": "t" });
  assert.ok(options.signal instanceof AbortSignal);
});

test("a page instead of JSON is no body", async () => {
  answering(200, "<p>Welcome to our network</p>", "text/html");
  assert.equal(await json("/x/"), null);
});

test("a refusal carries its code and message", async () => {
  answering(409, { code: "not_your_turn", message: "It is not your turn." });
  await assert.rejects(json("/x/"), (fault) => fault instanceof Refused && fault.answer.code === "not_your_turn");
});

test("an error without a message carries its status", async () => {
  answering(500, "<h1>fault</h1>", "text/html");
  await assert.rejects(json("/x/"), (fault) => fault instanceof Failed && fault.status === 500);
});

test("a request without an answer is sent again after each delay, then raised", async () => {
  const waited = [];
  let tries = 0;
  const silent = () => {
    tries += 1;
    return Promise.reject(new TypeError("no network"));
  };
  await assert.rejects(untilAnswered(silent, { wait: async (time) => waited.push(time) }), TypeError);
  assert.deepEqual(waited, RETRY_MS);
  assert.equal(tries, RETRY_MS.length + 1);
});

test("the answer of a later attempt is the answer", async () => {
  let tries = 0;
  const late = async () => {
    tries += 1;
    if (tries < 3) throw new TypeError("no network");
    return "done";
  };
  assert.equal(await untilAnswered(late, { delays: [1, 1, 1], wait: async () => {} }), "done");
});

for (const fault of [new Refused({ message: "No." }), new Failed(503)]) {
  test(`${fault.constructor.name} is not tried again`, async () => {
    let tries = 0;
    const attempt = () => {
      tries += 1;
      return Promise.reject(fault);
    };
    await assert.rejects(untilAnswered(attempt, { delays: [1], wait: async () => {} }), (raised) => raised === fault);
    assert.equal(tries, 1);
  });
}

test("the sending line appears after a second and not once the request has ended", () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  const said = [];
  const stop = saySending((words) => said.push(words), { sending: "Sending", kept: "No answer yet" });
  mock.timers.tick(999);
  assert.deepEqual(said, []);
  mock.timers.tick(1);
  assert.deepEqual(said, ["Sending"]);
  stop();
  mock.timers.tick(10000);
  assert.deepEqual(said, ["Sending"]);
  mock.timers.reset();
});

test("ids are 24 hexadecimal digits and differ", () => {
  const ids = new Set(Array.from({ length: 100 }, newId));
  assert.equal(ids.size, 100);
  for (const id of ids) assert.match(id, /^[0-9a-f]{24}$/);
});

test("the CSRF token comes from the cookie, else from a form, else it is empty", () => {
  const form = { elements: { csrfmiddlewaretoken: { value: "from-form" } } };
  assert.equal(csrfToken("theme=dark; csrftoken=abc; x=y", form), "abc");
  assert.equal(csrfToken("theme=dark", form), "from-form");
  assert.equal(csrfToken("", null), "");
});
