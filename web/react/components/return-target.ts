const returnParameter = "after_auth_return_to";

/** `url` with the return target of the current page, if it has one, so that it survives a change of page. */
export function carryReturnTarget(url: string, searchParams: URLSearchParams): string {
  const target = searchParams.get(returnParameter);
  return target === null ? url : withQuery(url, `?${new URLSearchParams({ [returnParameter]: target })}`);
}

/** Tells whether a page has a return target. */
export function hasReturnTarget(searchParams: URLSearchParams): boolean {
  return searchParams.has(returnParameter);
}

/**
 * The page that the user came from, for a link back: the return target, else the page before. Only pages of this origin
 * count, and none of the handler's.
 *
 * @returns an absolute URL. Attack: a path alone would be an open redirect where it begins with two slashes.
 */
export function cameFrom(
  { href, referrer }: { href: string; referrer: string },
  { handlerUrl }: { handlerUrl: string },
): string | undefined {
  const { origin, searchParams } = new URL(href);
  const handlerPath = new URL(handlerUrl, href).pathname;
  return [searchParams.get(returnParameter), referrer]
    .map((candidate) => (candidate && URL.canParse(candidate, href) ? new URL(candidate, href) : undefined))
    .find((url) => url?.origin === origin && !url.pathname.startsWith(handlerPath))?.href;
}

/** Adds the query `search` (with its `?`) to `url`, before its hash. */
export function withQuery(url: string, search: string): string {
  if (search === "") return url;
  const [beforeHash = "", hash] = url.split("#", 2);
  const joined = beforeHash.includes("?") ? `${beforeHash}&${search.slice(1)}` : `${beforeHash}${search}`;
  return hash === undefined ? joined : `${joined}#${hash}`;
}
