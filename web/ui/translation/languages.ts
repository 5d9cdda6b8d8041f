/** The languages of the pages. Of two with the same script, the first serves the regions that have none of their own. */
export const languages = [
  "en-US",
  "ar",
  "de-DE",
  "es-ES",
  "fr-FR",
  "fr-CA",
  "he-IL",
  "hi-IN",
  "id-ID",
  "it-IT",
  "ja-JP",
  "ko-KR",
  "nl-NL",
  "pl-PL",
  "pt-PT",
  "pt-BR",
  "ru-RU",
  "tr-TR",
  "zh-CN",
  "zh-TW",
] as const;

export type Language = (typeof languages)[number];

/** Variants of a language, whose catalogues have only what they write differently. */
export const variants: Readonly<Partial<Record<Language, Language>>> = { "fr-CA": "fr-FR", "pt-PT": "pt-BR" };

/**
 * The best language for what a reader prefers; English where none fits.
 *
 * @param preferred BCP 47 tags, such as `navigator.languages`, or the value of the header `Accept-Language`
 */
export function chooseLanguage(preferred: string | readonly string[]): Language {
  return bestLanguage(typeof preferred === "string" ? acceptedTags(preferred) : preferred);
}

/** The same for tags alone: the site's pages read no header, and load nothing that does. */
export function bestLanguage(tags: readonly string[]): Language {
  for (const tag of tags) {
    const language = languageFor(tag);
    if (language) return language;
  }
  return "en-US";
}

/**
 * The direction in which a language is written. Undefined for languages from left to right: they leave it to the page around,
 * which may be in one that has only own texts.
 */
export function directionOf(language: string): "rtl" | undefined {
  return /^(ar|he)\b/.test(language) ? "rtl" : undefined;
}

/** The tags of `Accept-Language` (RFC 9110 section 12.5.4), the most wanted first. */
function acceptedTags(header: string): string[] {
  return header
    .split(",")
    .map((entry) => {
      const [tag = "", quality = "q=1"] = entry.split(";", 2);
      return { tag: tag.trim(), quality: Number(quality.trim().slice(2)) };
    })
    .sort((one, other) => other.quality - one.quality)
    .map(({ tag }) => tag);
}

function languageFor(tag: string): Language | undefined {
  const wanted = parsed(tag);
  if (!wanted) return undefined;
  const candidates = languages.filter((candidate) => {
    const offered = parsed(candidate);
    return offered?.language === wanted.language && offered.script === wanted.script;
  });
  return candidates.find((candidate) => parsed(candidate)?.region === wanted.region) ?? candidates[0];
}

/** A tag with the script and region that it leaves out: `zh-Hant` is `zh-Hant-TW`. Undefined for what is no tag. */
function parsed(tag: string): Intl.Locale | undefined {
  try {
    return new Intl.Locale(tag).maximize();
  } catch {
    return undefined;
  }
}
