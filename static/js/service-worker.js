// The service worker of the site: notifications while no page is open, and pages without a network: visited ones, and
// the user's own, whose addresses the site lists after signing in. The site inserts `self.RELEASE`, the hash of all
// static files, before this text. Pages are cached for the user for whom they were rendered, which every page states in
// `<html data-viewer>`. As soon as a page for another user, or for nobody, arrives, the pages of the previous user are
// deleted.
const STATIC = `static:${self.RELEASE ?? ""}`;
const STATE = "state";
const VIEWER = "/viewer";
const MOST_PAGES = 200;
const FALLBACK = "/offline/";
const SAVED_AT = "X-Saved-At";
const OFFLINE_PAGES =
  /^\/($|warbands\/|campaigns\/|rules\/|odds\/|help\/|battles\/($|track\/|match\/|tabletop\/|\w+\/aftermath\/$))/;
const HASHED = /\.[0-9a-f]{12}\.\w+$/;
const GATEWAY_ERRORS = [502, 503, 504];
// Increases with each change of user: the response to an earlier request is not stored.
let generation = 0;

const pagesOf = (viewer) => `pages:${viewer}`;
const isStatic = (url) => url.pathname.startsWith("/static/");

async function currentViewer() {
  const saved = await (await caches.open(STATE)).match(VIEWER);
  return saved ? saved.text() : "";
}

async function setViewer(viewer) {
  if ((await currentViewer()) === viewer) return;
  generation += 1;
  await (await caches.open(STATE)).put(VIEWER, new Response(viewer));
  const names = await caches.keys();
  const others = names.filter((name) => name.startsWith("pages:") && name !== pagesOf(viewer));
  await Promise.all(others.map((name) => caches.delete(name)));
}

async function savePage(address, answer, begun) {
  const isPage = answer.headers.get("Content-Type")?.startsWith("text/html");
  if (answer.status >= 500 || answer.type === "opaqueredirect" || !isPage) return;
  const text = await answer.text();
  const found = /<html[^>]*\sdata-viewer="([^"]*)"/.exec(text);
  if (!found || begun !== generation) return;
  await setViewer(found[1]);
  const url = new URL(address);
  if (!answer.ok || answer.redirected || !OFFLINE_PAGES.test(url.pathname)) return;
  const headers = new Headers(answer.headers);
  for (const name of ["Content-Encoding", "Content-Length"]) headers.delete(name);
  headers.set(SAVED_AT, new Date().toISOString());
  const cache = await caches.open(pagesOf(found[1]));
  url.hash = "";
  // Deleted first, so that the keys are in the order of visits.
  await cache.delete(url.href, { ignoreVary: true });
  await cache.put(url.href, new Response(text, { headers }));
  const visited = await cache.keys();
  await Promise.all(visited.slice(0, Math.max(0, visited.length - MOST_PAGES)).map((old) => cache.delete(old)));
}

// The saved page of the current user, marked with its time; undefined if there is none.
async function savedPage(address) {
  const url = new URL(address);
  url.hash = "";
  const cache = await caches.open(pagesOf(await currentViewer()));
  const saved = await cache.match(url.href, { ignoreVary: true });
  if (!saved) return undefined;
  const text = await saved.text();
  const marked = text.replace("<html", `<html data-saved="${saved.headers.get(SAVED_AT)}"`);
  // The whole text is there at once: the browser draws it once instead of once for each piece that it has read.
  const whole = marked.replace("<head>", `<head><link rel="expect" href="#status" blocking="render">`);
  return new Response(whole, { headers: saved.headers });
}

// The page shown instead of one that was not saved, with links to the saved ones.
async function fallback() {
  const found = await caches.match(FALLBACK, { ignoreVary: true });
  if (!found) return undefined;
  const cache = await caches.open(pagesOf(await currentViewer()));
  const links = [];
  for (const { url } of await cache.keys()) {
    const title = /<title>([^<]*)<\/title>/.exec(await (await cache.match(url, { ignoreVary: true })).text());
    // Pages of odds are saved in large numbers and are opened from their battle, so they are not listed.
    if (title && !new URL(url).search)
      links.push(`<li><a href="${new URL(url).pathname}">${title[1].replace(/^\(\d+\) /, "")}</a></li>`);
  }
  const text = (await found.text()).replace(/(<ul id="saved-pages">)/, `$1${links.join("")}`);
  return new Response(text, { headers: { "Content-Type": "text/html; charset=utf-8" } });
}

async function page(event) {
  const begun = generation;
  let answer;
  try {
    answer = await fetch(event.request);
  } catch {
    return (await savedPage(event.request.url)) ?? (await fallback()) ?? Response.error();
  }
  if (GATEWAY_ERRORS.includes(answer.status)) return (await savedPage(event.request.url)) ?? answer;
  event.waitUntil(savePage(event.request.url, answer.clone(), begun));
  return answer;
}

// A form of the account pages was sent, so the user may have changed. The next page says who it is.
async function accountForm(event) {
  const answer = await fetch(event.request);
  await setViewer("");
  return answer;
}

async function file(request) {
  const found = await caches.match(request, { ignoreVary: true });
  if (found && HASHED.test(new URL(request.url).pathname)) return found;
  try {
    const answer = await fetch(request);
    if (answer.status === 200) await (await caches.open(STATIC)).put(request, answer.clone());
    return answer;
  } catch {
    return found ?? Response.error();
  }
}

// The files to which a page or a script refers, and those that the scripts load, now or later.
async function saveFiles(text, base, seen = new Set()) {
  const names = /(?:(?:href|src)="|from\s*"|import\(?\s*")([^"]+\.(?:css|js|svg|png|woff2))"/g;
  for (const [, name] of text.matchAll(names)) {
    const url = new URL(name, base);
    if (url.origin !== self.location.origin || !isStatic(url)) continue;
    if (seen.has(url.href)) continue;
    seen.add(url.href);
    const answer = (await caches.match(url.href, { ignoreVary: true })) ?? (await file(new Request(url.href)));
    if (url.pathname.endsWith(".js")) await saveFiles(await answer.clone().text(), url, seen);
  }
}

// Pages and files that were loaded before this service worker was active, the user's own pages, or pages that have
// changed since they were loaded.
async function save(addresses) {
  const urls = addresses.map((address) => new URL(address, self.location.origin));
  for (const url of urls.filter((own) => own.origin === self.location.origin)) {
    const begun = generation;
    if (isStatic(url)) await file(new Request(url.href));
    else if (OFFLINE_PAGES.test(url.pathname)) {
      const answer = await fetch(url.href, { headers: { Accept: "text/html" } });
      if (answer.ok) await saveFiles(await answer.clone().text(), url);
      await savePage(url.href, answer, begun);
    }
  }
}

self.addEventListener("install", (event) => {
  self.skipWaiting();
  event.waitUntil(
    (async () => {
      const answer = await fetch(FALLBACK, { cache: "no-cache" });
      await saveFiles(await answer.clone().text(), self.location.origin);
      await (await caches.open(STATIC)).put(FALLBACK, answer);
    })().catch(() => {}),
  );
});

self.addEventListener("activate", (event) => {
  event.waitUntil(
    (async () => {
      // Pages saved before an update still need the files of the previous release; older ones are deleted.
      const files = (await caches.keys()).filter((name) => name.startsWith("static:") && name !== STATIC);
      await Promise.all(files.slice(0, -1).map((name) => caches.delete(name)));
      await self.clients.claim();
    })(),
  );
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (url.origin !== self.location.origin) return;
  if (request.mode === "navigate") {
    if (request.method === "GET") event.respondWith(page(event));
    else if (url.pathname.startsWith("/accounts/")) event.respondWith(accountForm(event));
  } else if (request.method === "GET" && isStatic(url)) {
    event.respondWith(file(request));
  }
});

self.addEventListener("message", (event) => {
  if (Array.isArray(event.data?.save)) event.waitUntil(save(event.data.save).catch(() => {}));
});

self.addEventListener("push", (event) => {
  let notice = {};
  try {
    notice = event.data?.json() ?? {};
  } catch {
    /* The message cannot be read: an empty notice is shown nevertheless. */
  }
  event.waitUntil(
    self.registration.showNotification(notice.title ?? self.location.host, {
      body: notice.body ?? "",
      tag: notice.tag ?? "",
      data: { url: notice.url ?? "/inbox/" },
    }),
  );
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const url = new URL(event.notification.data?.url ?? "/inbox/", self.location.origin);
  if (url.origin !== self.location.origin) return;
  event.waitUntil(
    (async () => {
      const open = await self.clients.matchAll({ type: "window" });
      const here = open.find((client) => new URL(client.url).pathname === url.pathname);
      if (here) return here.focus();
      return self.clients.openWindow(url.href);
    })(),
  );
});
