import { lazyModule } from "../platform/lazy-module";
import { text } from "../protocol/fields";
import { parseUrl } from "../protocol/url";
import { readNativeAddress } from "./native-address";

/** Limits how many domains a project can trust. Each of them is compared with every callback URL. */
export const maxTrustedDomains = 100;

/** Limits how many wildcards, `*` or `**`, a domain may have. */
export const maxWildcards = 4;

export const tooManyWildcards = `{path} must have at most ${maxWildcards} wildcards`;
export const mustBeDomainPattern = "{path} is not a valid URL or wildcard URL pattern";

/** The path of the sign-in pages on a domain that does not say it. */
export const defaultHandlerPath = "/handler";

/** The path of the sign-in pages on a domain. */
export const handlerPath = text(300).startsWith("/", "Handler path must start with /");

/** A domain that a project trusts, as the URL standard writes it: lower case, punycode, no default port. */
export interface DomainPattern {
  protocol: string;
  /** Labels separated by single dots, which may have `*` (a run without dots) and `**` (any run) in them; or an IPv6 address. */
  host: string;
  /** Empty for the default port of the protocol. */
  port: string;
}

const patternForm = /^(https?:\/\/(?:[^\s/?#@:\\[\]%]+|\[[\da-f:.]+\])(?::\d+)?)(?:\/[^\s?#*\\]*)?$/i;
const hostForm = /^(?:[a-z0-9_*-]+(?:\.[a-z0-9_*-]+)*|\[[0-9a-f:.]+\])$/;

/**
 * Reads a trusted domain, which is an http(s) URL of host, port and path. Only the host may contain wildcards.
 *
 * @returns undefined for a text that its readers may take for different hosts. Such a text has credentials, backslashes, a query, empty
 *   labels, a dot at either end, or characters that become wildcards only in the normal form.
 */
export function readDomainPattern(text: string): DomainPattern | undefined {
  const [, origin = ""] = patternForm.exec(text) ?? [];
  const url = parseUrl(origin);
  if (!url || !hostForm.test(url.hostname) || countWildcards(url.hostname) !== countWildcards(origin)) return undefined;
  return { protocol: url.protocol, host: url.hostname, port: url.port };
}

/** Tells whether a project can trust it: a domain, with wildcards or without, or the address of a native app. */
export function isTrustable(text: string): boolean {
  return readDomainPattern(text) !== undefined || readNativeAddress(text) !== undefined;
}

export function hasFewWildcards(pattern: string): boolean {
  return countWildcards(pattern) <= maxWildcards;
}

function countWildcards(text: string): number {
  return text.match(/\*{1,2}/g)?.length ?? 0;
}

// Loaded for wildcards alone: its list of suffixes is larger than most of what requests run.
const publicSuffixes = lazyModule(() => import("tldts"));

/**
 * Tells whether strangers can own a domain that a pattern matches. They can if it matches all domains, or those of a whole suffix under
 * which anyone registers names (publicsuffix.org). Examples are `https://*.com`, `https://*shop.co.uk` and `https://app-*.pages.dev`.
 */
export async function coversDomainsOfOthers(pattern: string): Promise<boolean> {
  const { host = "" } = readDomainPattern(pattern) ?? {};
  const lastWildcard = host.lastIndexOf("*");
  if (lastWildcard === -1) return false;
  // This is what of the host is fixed: the labels after the one with the last wildcard in it.
  const dot = host.indexOf(".", lastWildcard);
  if (dot === -1) return true;
  const { getDomain } = await publicSuffixes();
  return getDomain(host.slice(dot + 1), { allowPrivateDomains: true }) === null;
}
