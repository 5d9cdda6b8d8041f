/** Why a text cannot be added to the trusted domains, or true: the server checks the rest. */
export function checkDomain(text: string, trusted: readonly string[]): string | true {
  const domain = text.trim();
  if (domain === "") return "Enter the address of your website.";
  if (!/^https?:\/\/[^\s]+$/i.test(domain)) {
    return "Start the domain with https:// or http://, such as https://example.com.";
  }
  return !trusted.includes(domain) || "This domain is trusted already.";
}
