import type { Message } from "../../ui/translation/message";
import type { Translate } from "../translation/use-translation";

/** A text of the project's own, by the English one that it replaces. */
export type OwnText = { original: string; text: string };

/** The setting that replaces all own texts of a project. Its keys have no meaning but the order of the form. */
export function textsSetting(texts: readonly OwnText[]): Record<string, OwnText> {
  return Object.fromEntries(
    texts.map(({ original, text }, index) => [`text_${index}`, { original, text: text.trim() }]),
  );
}

/** In characters, as the setting. */
const maxTextLength = 1_000;

/** Returns why a text cannot replace `original`, or true. What it leaves out is not shown; what it adds would be shown as it is written. */
export function checkOwnText(original: string, text: string, t: Translate): string | true {
  if (text.trim() === "") return t("Write the text, or remove the row.");
  if (text.trim().length > maxTextLength) return t("Use at most {count} characters.", { count: maxTextLength });
  const allowed = namesIn(original);
  const unknown = namesIn(text).find((name) => !allowed.includes(name));
  if (unknown === undefined) return true;
  return allowed.length === 0
    ? t("The original text has no {name}.", { name: unknown })
    : t("The original text has no {name}, only {names}.", { name: unknown, names: allowed.join(", ") });
}

/** Lists what is filled in where a text is shown: values such as `{email}`, and links such as `<terms>`. */
export function namesIn(text: string): string[] {
  return [...new Set(text.match(/\{\w+(?=[,}])|<\w+>/g) ?? [])].map((name) =>
    name.startsWith("{") ? `${name}}` : name,
  );
}

/** Lists what most projects would say in their own words: the texts of the sign-in page, in their order there. */
const signInTexts: Message[] = [
  "Sign in",
  "New to {project}? <signUp>Create an account</signUp>",
  "Or continue with",
  "Email",
  "Password",
  "By continuing, you agree to the <terms>terms of service</terms> and the <privacy>privacy policy</privacy>.",
  "By continuing, you agree to the <terms>terms of service</terms>.",
  "Please read the <privacy>privacy policy</privacy>.",
  "Need help? <support>Contact support</support>",
];

/** All of the texts, those of the sign-in page first. */
export function signInFirst(texts: readonly string[]): string[] {
  const first: readonly string[] = signInTexts;
  return [...first.filter((text) => texts.includes(text)), ...texts.filter((text) => !first.includes(text))];
}

/** The texts that contain all words of the search, those that begin with it first. */
export function findTexts(texts: readonly string[], search: string): string[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const found = texts.filter((text) => words.every((word) => text.toLowerCase().includes(word)));
  const begins = (text: string) => text.toLowerCase().startsWith(search.trim().toLowerCase());
  return [...found.filter(begins), ...found.filter((text) => !begins(text))];
}
