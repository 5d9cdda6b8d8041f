/** Path, query and hash of the page. Read by the handler itself, they would be there only once it is hydrated. */
export function pageLocation(): string {
  const { pathname, search, hash } = window.location;
  return pathname + search + hash;
}
