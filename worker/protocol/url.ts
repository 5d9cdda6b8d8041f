/**
 * What stands before the path may have this many characters. A host name has 253 at most (RFC 1035 section 2.3.4). The
 * URL standard first brings what is written into a normal form of Unicode, in quadratic time: 600,000 combining marks
 * take more than a minute.
 */
const maxAuthorityLength = 2_000;

/** The URL that a text is, read on `base` if that is given, or undefined. Its cost grows with its length alone. */
export function parseUrl(text: string, base?: string): URL | undefined {
  return authorityLength(text) <= maxAuthorityLength && URL.canParse(text, base) ? new URL(text, base) : undefined;
}

/** Slashes of either kind and in any number come before the authority; tabs and line breaks are passed over. */
function authorityLength(text: string): number {
  const [before = ""] = /^(?:[^:/\\?#]*:)?[/\\\t\n\r]*/.exec(text) ?? [];
  const end = /[/\\?#]/g;
  end.lastIndex = before.length;
  return (end.exec(text)?.index ?? text.length) - before.length;
}

const urls = new WeakMap<Request, URL>();

/** The URL of a request, parsed once: routing, middleware and validation each read parts of it. */
export function requestUrl(request: Request): URL {
  const known = urls.get(request);
  if (known) return known;
  const url = new URL(request.url);
  urls.set(request, url);
  return url;
}
