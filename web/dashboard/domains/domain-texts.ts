import { msg } from "../translation/message";
import type { Translate } from "../translation/use-translation";

/** An address as people type it, with the scheme that they leave out. */
export function withScheme(text: string): string {
  const domain = text.trim();
  return /^[\w*-]+(\.[\w*-]+)+(:\d+)?$/.test(domain) ? `https://${domain}` : domain;
}

/** Returns why a text cannot be added to the trusted domains, or true: the server checks the rest. */
export function checkDomain(text: string, trusted: readonly string[], t: Translate): string | true {
  const domain = withScheme(text);
  if (domain === "") return t("Enter the address of your website.");
  if (/\s/.test(domain)) return t("A domain has no spaces.");
  const isTrusted = trusted.includes(domain) && t("This domain is trusted already.");
  if (/^(?!(?:https?|ftp|file):)[a-z][a-z0-9+.-]*:\/\/[^/]/i.test(domain)) return isTrusted || true;
  const [, origin, rest] = /^(https?:\/\/[^/?#]+)(.*)$/i.exec(domain) ?? [];
  if (origin === undefined) return t("Start the domain with https:// or http://, such as https://example.com.");
  if (rest) return t("Leave out what follows the domain: {origin} is enough.", { origin });
  return isTrusted || true;
}

/** Returns why a text cannot be the path of a website's handler pages, or true. */
export function checkHandlerPath(text: string, t: Translate): string | true {
  const path = text.trim();
  if (!path.startsWith("/")) return t("Start the path with a slash, such as /handler.");
  if (path.length > 300) return t("Use at most {max} characters.", { max: 300 });
  return !/[\s?#]/.test(path) || t("A path has no spaces, and no ? or #.");
}

/** Lists what the texts of the server about one domain begin with, each as it is shown. */
const aboutDomains = [
  ["Trusted domain is not a valid URL: ", msg("The trusted domain {domain} is not a valid URL.")],
  [
    "Localhost domains are not allowed to be trusted in production mode: ",
    msg("{domain} is on localhost, which is for development only."),
  ],
  [
    "Trusted domains must not cover the domains of others: ",
    msg("The trusted domain {domain} covers domains of others."),
  ],
  [
    "Direct IPs are not valid for trusted domains in production mode: ",
    msg("{domain} is an IP address, where a domain is needed."),
  ],
  ["Trusted domains should be HTTPS: ", msg("The trusted domain {domain} does not use HTTPS.")],
] as const;

/** The elements around the switch of localhost and the field for a new domain. */
export const allowLocalhostId = "allow-localhost";
export const newDomainId = "new-domain";

/** The id of the row of a trusted domain. */
export const domainRowId = (domain: string) => `domain-${domain}`;

const aboutLocalhost = "Localhost is not allowed in production mode";

/** The element of the page with what a text of the server is about; undefined of a text that is not known. */
export function fixedIn(message: string): string | undefined {
  if (message.startsWith(aboutLocalhost)) return allowLocalhostId;
  const [start] = aboutDomains.find(([start]) => message.startsWith(start)) ?? [];
  return start && domainRowId(message.slice(start.length));
}

/** Returns what is in the way of production mode, as a sentence in the language of the dashboard: the server names it in English. */
export function productionErrorText(message: string, t: Translate): string {
  if (message.startsWith(aboutLocalhost)) {
    return t("“Allow localhost” is on, which is for development only.");
  }
  for (const [start, text] of aboutDomains) {
    if (message.startsWith(start)) return t(text, { domain: message.slice(start.length) });
  }
  return `${message}.`;
}
