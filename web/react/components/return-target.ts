const returnParameter = "after_auth_return_to";

/** `url` with the return target of the current page, if it has one, so that it survives a change of page. */
export function carryReturnTarget(url: string, searchParams: URLSearchParams): string {
  const target = searchParams.get(returnParameter);
  return target === null ? url : withQuery(url, `?${new URLSearchParams({ [returnParameter]: target })}`);
}

/** Whether a page has a return target. */
export function hasReturnTarget(searchParams: URLSearchParams): boolean {
  return searchParams.has(returnParameter);
}

/** Adds the query `search` (with its `?`) to `url`, before its hash. */
export function withQuery(url: string, search: string): string {
  if (search === "") return url;
  const [beforeHash = "", hash] = url.split("#", 2);
  const joined = beforeHash.includes("?") ? `${beforeHash}&${search.slice(1)}` : `${beforeHash}${search}`;
  return hash === undefined ? joined : `${joined}#${hash}`;
}
