/** Marks the address of a page to which emailed links lead; their code is beside it. */
const marker = "gatehouse-magic-link";

/** Holds what an emailed link has brought, until a user is signed in. */
let link: { readonly query: URLSearchParams; owner?: HTMLElement } | undefined;

/** The address of a page for emailed links that sign in: an element on it takes their code. */
export function magicLinkAddress({ pathname, search }: Pick<Location, "pathname" | "search">): string {
  const query = new URLSearchParams(search);
  query.delete("code");
  query.set(marker, "");
  return `${pathname}?${query}`;
}

/** Takes what an emailed link has brought out of the address, where other scripts and other sites would see it. */
export function takeMagicLink(): void {
  const { pathname, search, hash } = window.location;
  const query = new URLSearchParams(search);
  if (!query.has(marker)) return;
  link = { query: new URLSearchParams(search) };
  query.delete(marker);
  query.delete("code");
  const rest = query.size > 0 ? `?${query}` : "";
  window.history.replaceState(window.history.state, "", `${pathname}${rest}${hash}`);
}

/** Returns what an emailed link has brought, for the first element that asks. */
export function magicLinkOf(element: HTMLElement): URLSearchParams | undefined {
  if (!link) return undefined;
  link.owner ??= element;
  return link.owner === element ? link.query : undefined;
}

/** Forgets it, as a link works once. */
export function forgetMagicLink(): void {
  link = undefined;
}
