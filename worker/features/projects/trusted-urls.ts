import { readDomainPattern } from "../../config";
import { isLocalhost } from "../../platform/localhost";
import type { Failing } from "../../protocol/failing";
import { parseUrl } from "../../protocol/url";

declare const trusted: unique symbol;

/**
 * An absolute URL, in the normal form of the URL standard, that the project trusts with people and secrets. Only
 * `trustedUrl` makes one; whatever sends people or secrets somewhere takes this type and no other.
 */
export type TrustedUrl = string & { readonly [trusted]: true };

/** The part of a project's configuration with the URLs it trusts. */
export interface TrustSettings {
  domains: {
    allowLocalhost: boolean;
    trustedDomains: { readonly [id: string]: { readonly baseUrl?: string | undefined } };
  };
}

/** Checks a callback or redirect URL. */
export function trustedUrl(
  { fail }: Failing<"REDIRECT_URL_NOT_WHITELISTED">,
  config: TrustSettings,
  text: string,
): TrustedUrl {
  const url = unambiguousUrl(text);
  return url && isTrusted(config, url) ? (url.href as TrustedUrl) : fail("REDIRECT_URL_NOT_WHITELISTED");
}

/** Whether a URL, or the origin of a page, is one that the project trusts. Any path on a trusted domain is. */
export function isTrustedUrl(config: TrustSettings, text: string): boolean {
  const url = unambiguousUrl(text);
  return url !== undefined && isTrusted(config, url);
}

/**
 * Characters of a callback or redirect URL. A code is added to its parameters, and the link is written into mails, which
 * takes seconds of processor time for a megabyte of parameters. 8,000 octets are what every recipient of a URL should
 * support (RFC 9110 section 4.1).
 */
const maxLength = 8_192;

/** Following these runs what they hold, in whatever page they are followed from. */
const executableSchemes = new Set(["javascript:", "data:", "vbscript:"]);

/**
 * The URL, unless it is too long, or its readers may disagree on where it leads: one with credentials shows a host that it does not lead to
 * (`https://good.example@evil.example`), and a backslash is a slash to browsers and part of the name to others.
 */
function unambiguousUrl(text: string): URL | undefined {
  if (text.length > maxLength || text.includes("\\")) return undefined;
  const url = parseUrl(text);
  if (!url || url.username || url.password || executableSchemes.has(url.protocol)) return undefined;
  return url;
}

function isTrusted({ domains }: TrustSettings, url: URL): boolean {
  if (domains.allowLocalhost && isLocalhost(url.hostname)) return true;
  return Object.values(domains.trustedDomains).some(({ baseUrl }) => baseUrl !== undefined && matches(baseUrl, url));
}

/** Whether a URL lies on a trusted domain: same scheme, host and port, where the host may have wildcards. */
function matches(domain: string, url: URL): boolean {
  const pattern = readDomainPattern(domain);
  return pattern?.protocol === url.protocol && pattern.port === url.port && matchesHost(pattern.host, url.hostname);
}

/** A host name of labels separated by single dots, no longer than names can be (RFC 1035 section 2.3.4). */
const wellFormedHost = /^(?=.{1,253}$)[a-z0-9-]+(?:\.[a-z0-9-]+)*$/;

function matchesHost(pattern: string, host: string): boolean {
  if (!pattern.includes("*")) return pattern === host;
  return wellFormedHost.test(host) && matchesGlob(pattern, host);
}

/**
 * Whether a text matches a pattern, in which `*` is any run of characters without a dot and `**` any run at all, both
 * also the empty one. Each part of the pattern takes one pass over the text, which follows all ways to match at once.
 */
function matchesGlob(pattern: string, text: string): boolean {
  const start = Array.from({ length: text.length + 1 }, (_, at) => at === 0);
  return pattern.split(/(\*\*|\*)/).reduce((ends, token) => endsOf(token, text, ends), start)[text.length] ?? false;
}

/** Where a part of a pattern may end, given where it may begin. */
function endsOf(token: string, text: string, starts: readonly boolean[]): boolean[] {
  if (token !== "*" && token !== "**") {
    return starts.map((_, end) => Boolean(starts[end - token.length]) && text.startsWith(token, end - token.length));
  }
  const ends: boolean[] = [];
  for (const [at, isStart] of starts.entries()) {
    ends.push(isStart || (Boolean(ends[at - 1]) && (token === "**" || text[at - 1] !== ".")));
  }
  return ends;
}
