import { addressOf, readDomainPattern, readNativeAddress } from "../../config";
import type { Settings } from "../../platform/env";
import { isLocalhost } from "../../platform/localhost";
import type { Failing } from "../../protocol/failing";
import { parseUrl } from "../../protocol/url";

declare const trusted: unique symbol;

/**
 * An absolute URL, in the normal form of the URL standard, that the project trusts with people and secrets. Only
 * `trustedUrl` makes one; whatever sends people or secrets somewhere takes this type and no other.
 */
export type TrustedUrl = string & { readonly [trusted]: true };

/** The part of a project that decides which URLs it trusts. */
export interface TrustingProject {
  id: string;
  config: {
    domains: {
      allowLocalhost: boolean;
      trustedDomains: { readonly [id: string]: { readonly baseUrl?: string | undefined } };
    };
    hostedPages: { enabled: boolean };
  };
}

type SiteSettings = Pick<Settings, "webUrl">;

/** Checks a callback or redirect URL. */
export function trustedUrl(
  { settings, fail }: { settings: SiteSettings } & Failing<"REDIRECT_URL_NOT_WHITELISTED">,
  project: TrustingProject,
  text: string,
): TrustedUrl {
  const url = unambiguousUrl(text);
  const isTrusted = url && (isOnTrustedDomain(project, url) || isHostedPage(settings, project, url));
  return isTrusted ? (url.href as TrustedUrl) : fail("REDIRECT_URL_NOT_WHITELISTED");
}

/**
 * Checks where an app sends people once they are signed in. The address has to be a path, which leads nowhere but to the app
 * itself, or a URL that the project trusts.
 */
export function afterCallbackUrl(
  tools: { settings: SiteSettings } & Failing<"REDIRECT_URL_NOT_WHITELISTED">,
  project: TrustingProject,
  text: string | undefined,
): string | null {
  if (!text) return null;
  return isRelative(text) ? text : trustedUrl(tools, project, text);
}

/** Tells whether a text stays on the origin that it is read on, as a browser reads it. */
function isRelative(text: string): boolean {
  const anyOrigin = "https://origin.invalid";
  return !parseUrl(text) && parseUrl(text, anyOrigin)?.origin === anyOrigin;
}

/** Tells whether `trustedUrl` would take a URL. */
export function isTrustedUrl(settings: SiteSettings, project: TrustingProject, text: string): boolean {
  const url = unambiguousUrl(text);
  return url !== undefined && (isOnTrustedDomain(project, url) || isHostedPage(settings, project, url));
}

/**
 * Tells whether a URL is on a web page of the project's own, which any path on a trusted domain is. No page of this
 * instance's site is one.
 */
export function isOwnPage({ webUrl }: SiteSettings, project: TrustingProject, text: string): boolean {
  const url = unambiguousUrl(text);
  return url !== undefined && isWeb(url) && !isOn(webUrl, url) && isOnTrustedDomain(project, url);
}

/** Tells whether a page of this origin may ask the project's users for a passkey: one of the project's own, or a hosted one. */
export function isTrustedOrigin({ webUrl }: SiteSettings, project: TrustingProject, origin: string): boolean {
  const url = unambiguousUrl(origin);
  return (
    url !== undefined && (isOnTrustedDomain(project, url) || (project.config.hostedPages.enabled && isOn(webUrl, url)))
  );
}

/**
 * A callback or redirect URL has at most this many characters. A code is added to its parameters, and the link is written into emails. For
 * a megabyte of parameters that takes seconds of processor time. Every recipient of a URL should support 8,000 octets (RFC 9110 section
 * 4.1).
 */
const maxLength = 8_192;

/** Following these runs what they hold, in whatever page they are followed from. */
const executableSchemes = new Set(["javascript:", "data:", "vbscript:"]);

/**
 * Returns the URL, unless it is too long, runs code, or its readers may disagree on where it leads. A URL with credentials shows a host
 * that it does not lead to (`https://good.example@evil.example`). A backslash is a slash to browsers and part of the name to others.
 */
function unambiguousUrl(text: string): URL | undefined {
  if (text.length > maxLength || text.includes("\\")) return undefined;
  const url = parseUrl(text);
  if (!url || url.username || url.password || executableSchemes.has(url.protocol)) return undefined;
  return url;
}

function isOnTrustedDomain({ config: { domains } }: TrustingProject, url: URL): boolean {
  // An app of any name could take what is sent to a scheme of its own: such an address is trusted by name alone.
  if (domains.allowLocalhost && isWeb(url) && isLocalhost(url.hostname)) return true;
  return Object.values(domains.trustedDomains).some(({ baseUrl }) => baseUrl !== undefined && matches(baseUrl, url));
}

/**
 * Tells whether a URL is a page of this instance's site that serves the users of exactly this project. All projects share
 * that site, so a page that could be another project's, or the dashboard's, is none.
 */
function isHostedPage({ webUrl }: SiteSettings, { id, config }: TrustingProject, url: URL): boolean {
  if (!config.hostedPages.enabled || !isOn(webUrl, url) || !hostedPath.test(url.pathname)) return false;
  const projects = url.searchParams.getAll("project_id");
  return projects.length === 1 && projects[0] === id;
}

/** A handler page by its name alone. Segments that are encoded or empty may be another path to a server of files. */
const hostedPath = /^\/handler\/[a-z]+(?:-[a-z]+)*$/;

function isOn(site: string, url: URL): boolean {
  return url.origin === new URL(site).origin;
}

function isWeb({ protocol }: URL): boolean {
  return protocol === "http:" || protocol === "https:";
}

/**
 * Tells whether a URL lies on a trusted domain: same scheme, host and port, where the host may have wildcards. Or it is the address of a
 * native app, of any query.
 */
function matches(domain: string, url: URL): boolean {
  if (!isWeb(url)) return url.host !== "" && readNativeAddress(domain) === addressOf(url);
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
 * Tells whether a text matches a pattern. In a pattern `*` is any run of characters without a dot, and `**` is any run at all. Either run
 * may be empty. Each part of the pattern takes one pass over the text, which follows all ways to match at once.
 */
function matchesGlob(pattern: string, text: string): boolean {
  const start = Array.from({ length: text.length + 1 }, (_, at) => at === 0);
  return pattern.split(/(\*\*|\*)/).reduce((ends, token) => endsOf(token, text, ends), start)[text.length] ?? false;
}

/** Returns where a part of a pattern may end, given where it may begin. */
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
