/** The name of a country in a language; its code where that has none. */
export function countryName(code: string, language: string): string {
  try {
    return new Intl.DisplayNames(language, { type: "region" }).of(code) ?? code;
  } catch {
    // The network has codes that are no country's, such as T1 for Tor.
    return code;
  }
}

/** The flag of a country as an emoji; empty for what is no country. */
export function countryFlag(code: string): string {
  if (!/^[A-Z]{2}$/.test(code)) return "";
  return String.fromCodePoint(...[...code].map((letter) => 0x1f1e6 + letter.charCodeAt(0) - 65));
}
