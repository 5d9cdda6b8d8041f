export interface Cacheable {
  /** Says what the response depends on, as a path: the version of the Worker, or the hash of the content. */
  key: string;
  /** Limits how long the data center may keep it. */
  seconds: number;
  /** `Cache-Control` for clients. */
  cacheControl: string;
  /** The public address of the API, under whose name it is kept. */
  apiUrl: string;
  /** Does work after the response. */
  defer(work: () => Promise<unknown>): void;
}

/**
 * The response that the cache of this data center has under the key, else the one that is made, which is then kept there. Only a
 * 200 is. Nothing is ever purged: what changes gets another key. A Worker below `workers.dev` has no such cache, and makes each anew.
 */
export async function fromEdge<R extends Response | undefined>(
  { key, seconds, cacheControl, apiUrl, defer }: Cacheable,
  make: () => Promise<R>,
): Promise<R | Response> {
  const address = `${apiUrl}/edge-cache/${key}`;
  const kept = await caches.default.match(address);
  if (kept) return withCacheControl(kept, cacheControl);
  const made = await make();
  if (made?.status !== 200) return made;
  // Two streams of one source would wait for each other: the second is read once the first has been sent.
  const { headers } = made;
  const body = await made.arrayBuffer();
  const copy = withCacheControl({ body, headers }, `public, max-age=${seconds}`);
  defer(() => caches.default.put(address, copy));
  return withCacheControl({ body, headers }, cacheControl);
}

function withCacheControl({ body, headers }: { body: BodyInit | null; headers: Headers }, cacheControl: string) {
  const own = new Headers(headers);
  own.set("Cache-Control", cacheControl);
  // Of the cache itself, and of no use to clients.
  own.delete("CF-Cache-Status");
  return new Response(body, { headers: own });
}
