/** Links of emails and codes to type. */
type Secrets = readonly string[];

/** Lists what opens an account among an email's links and codes: the `code` of a link, and codes to type. */
function codesIn(secrets: Secrets): string[] {
  return secrets.flatMap((secret) => {
    const code = URL.canParse(secret) ? new URL(secret).searchParams.get("code") : secret;
    return code ? [code.toLowerCase()] : [];
  });
}

/** A text with its codes, in any case, made unreadable. */
export function withoutCodes(text: string, secrets: Secrets): string {
  const patterns = codesIn(secrets).map((code) => new RegExp(code.replace(/\W/g, "\\$&"), "gi"));
  return patterns.reduce((shown, pattern) => shown.replace(pattern, (code) => "•".repeat(code.length)), text);
}

/**
 * Finds what makes an email in HTML useless, or gives its codes away. `link` means that neither a link nor a code is in it as it was given.
 * `address` means that a code is part of another URL, such as that of an image or of a page that counts clicks.
 */
export function findMisuse(html: string, secrets: Secrets): "link" | "address" | undefined {
  const links = secrets.filter((secret) => URL.canParse(secret));
  const hrefs = new Set([...html.matchAll(/\shref="([^"]*)"/g)].map(([, href = ""]) => unescapeHtml(href)));
  const letters = html.replace(/<[^<>]*>|\s/g, "").toLowerCase();
  const isThere = (secret: string) =>
    hrefs.has(secret) || (!links.includes(secret) && letters.includes(secret.toLowerCase()));
  if (secrets.length > 0 && !secrets.some(isThere)) return "link";
  const codes = codesIn(secrets);
  const addresses = html
    .split(/[\s"'<>]+/)
    .filter((word) => word.includes("/") && codes.some((code) => word.toLowerCase().includes(code)))
    // As in a sentence: `(https://…).`
    .map((word) => unescapeHtml(word).replace(/^[([]{1,3}|[)\].,;]{1,3}$/g, ""));
  return addresses.every((address) => links.includes(address)) ? undefined : "address";
}

const entities: Readonly<Record<string, string>> = {
  "&amp;": "&",
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&#x27;": "'",
  "&#39;": "'",
};

/** Text of an attribute or element as React escapes it. */
function unescapeHtml(text: string): string {
  return text.replace(/&(?:amp|lt|gt|quot|#x27|#39);/g, (entity) => entities[entity] ?? entity);
}
