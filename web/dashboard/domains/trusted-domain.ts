/** Why a text cannot be added to the trusted domains, or true: the server checks the rest. */
export function checkDomain(text: string, trusted: readonly string[]): string | true {
  const domain = text.trim();
  if (domain === "") return "Enter the address of your website.";
  if (/\s/.test(domain)) return "A domain has no spaces.";
  const [, origin, rest] = /^(https?:\/\/[^/?#]+)(.*)$/i.exec(domain) ?? [];
  if (origin === undefined) return "Start the domain with https:// or http://, such as https://example.com.";
  if (rest) return `Leave out what follows the domain: ${origin} is enough.`;
  return !trusted.includes(domain) || "This domain is trusted already.";
}
