import type { Translate } from "../translation/use-translation";

/** Why a text cannot be added to the trusted domains, or true: the server checks the rest. */
export function checkDomain(text: string, trusted: readonly string[], t: Translate): string | true {
  const domain = text.trim();
  if (domain === "") return t("Enter the address of your website.");
  if (/\s/.test(domain)) return t("A domain has no spaces.");
  const [, origin, rest] = /^(https?:\/\/[^/?#]+)(.*)$/i.exec(domain) ?? [];
  if (origin === undefined) return t("Start the domain with https:// or http://, such as https://example.com.");
  if (rest) return t("Leave out what follows the domain: {origin} is enough.", { origin });
  return !trusted.includes(domain) || t("This domain is trusted already.");
}
