import { getDomain } from "tldts";

/** How many domains a project can trust. Each of them is compared with every callback URL. */
export const maxTrustedDomains = 100;

/** How many wildcards, `*` or `**`, a domain may have. */
export const maxWildcards = 4;

export const tooManyWildcards = `{path} must have at most ${maxWildcards} wildcards`;

export function hasFewWildcards(pattern: string): boolean {
  return (pattern.match(/\*{1,2}/g) ?? []).length <= maxWildcards;
}

/**
 * Whether strangers can have a domain that a pattern takes: those of a whole suffix under which anyone registers names
 * (publicsuffix.org), such as `https://*.com`, `https://*shop.co.uk` and `https://app-*.pages.dev`, or all there are.
 */
export function coversDomainsOfOthers(pattern: string): boolean {
  const [, host = ""] = /^https?:\/\/([^/?#:]*)/i.exec(pattern) ?? [];
  const lastWildcard = host.lastIndexOf("*");
  if (lastWildcard === -1) return false;
  // What of the host is fixed: the labels after the one with the last wildcard in it.
  const dot = host.indexOf(".", lastWildcard);
  return dot === -1 || getDomain(host.slice(dot + 1), { allowPrivateDomains: true }) === null;
}
