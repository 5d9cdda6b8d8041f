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
