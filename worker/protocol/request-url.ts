const urls = new WeakMap<Request, URL>();

/** The URL of a request, parsed once: routing, middleware and validation each read parts of it. */
export function requestUrl(request: Request): URL {
  const known = urls.get(request);
  if (known) return known;
  const url = new URL(request.url);
  urls.set(request, url);
  return url;
}
