// Keeps the page for the time without a network. VERSION, FILES and SPOKEN are put before
// this by the server: the name changes with any file, and everything is fetched anew.

const NAME = `cruces-${VERSION}`;
const TEXTS = "cruces-texts";

addEventListener("install", (event) => {
  const fill = async () => {
    await (await caches.open(NAME)).addAll(FILES);
    await (await caches.open(TEXTS)).addAll(SPOKEN);
    await skipWaiting();
  };
  event.waitUntil(fill());
});

addEventListener("activate", (event) => {
  const old = async () => {
    for (const name of await caches.keys())
      if (name !== NAME && name !== TEXTS) await caches.delete(name);
    await clients.claim();
  };
  event.waitUntil(old());
});

/** Of the languages that the page wants, the texts of the first that is kept. */
async function spoken(cache, url) {
  const { pathname } = new URL(url);
  if (!pathname.startsWith("/api/texts/")) return undefined;
  const [langs, page] = decodeURIComponent(pathname.slice("/api/texts/".length)).split("/");
  const rest = page ? `/${page}` : "";
  for (const lang of langs.split(",").flatMap((tag) => [tag, tag.split("-")[0]])) {
    const texts = await cache.match(`/api/texts/${lang}${rest}`);
    if (texts) return texts;
  }
  return cache.match(SPOKEN[0] + rest);
}

/** Texts, games and pages to read: from the server while there is one, else as they were. */
async function fresh(request) {
  const cache = await caches.open(TEXTS);
  try {
    const answer = await fetch(request);
    if (answer.ok) await cache.put(request, answer.clone());
    return answer;
  } catch (error) {
    const kept = (await cache.match(request)) ?? (await spoken(cache, request.url));
    if (kept) return kept;
    throw error;
  }
}

/** The page itself: what is kept is exactly this version. */
async function kept(request, place) {
  const cache = await caches.open(NAME);
  return (await cache.match(place)) ?? fetch(request);
}

addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin) return;
  if (/^\/api\/(texts|games|rules|pages|pictures)\b/.test(pathname))
    event.respondWith(fresh(request));
  else if (FILES.includes(pathname)) event.respondWith(kept(request, pathname));
});
