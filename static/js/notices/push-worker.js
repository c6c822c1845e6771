// Shows a notice that the site sent while none of its pages was open, and opens what it is about.
self.addEventListener("push", (event) => {
  let said = {};
  try {
    said = event.data?.json() ?? {};
  } catch {
    /* nothing that can be read: an empty notice is shown all the same */
  }
  event.waitUntil(
    self.registration.showNotification(said.title ?? self.location.host, {
      body: said.body ?? "",
      tag: said.tag ?? "",
      data: { url: said.url ?? "/inbox/" },
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
      const here = open.find((one) => new URL(one.url).pathname === url.pathname);
      if (here) return here.focus();
      return self.clients.openWindow(url.href);
    })(),
  );
});
