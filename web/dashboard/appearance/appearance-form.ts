import type { ProjectAppearance } from "../../kit";
import type { Message } from "../../ui/translation/message";
import { refusedSetting } from "../forms/config";
import type { Translate } from "../translation/use-translation";

/** Lists the settings that are texts in the form: empty where nothing is set. */
const settingNames = [
  ...["accentColor", "radius", "font", "logoUrl", "logoDarkUrl"],
  ...["homeUrl", "termsUrl", "privacyUrl", "supportUrl"],
] as Exclude<keyof ProjectAppearance, "texts">[];

/** Describes what the form holds. */
export type AppearanceForm = { [Name in (typeof settingNames)[number]]: NonNullable<ProjectAppearance[Name]> } & {
  texts: OwnText[];
};

/** Holds what a setting is set to; null restores what the pages have without one. */
export type AppearanceOverride = Record<string, string | null | ReturnType<typeof textsSetting>>;

/** The shape and the typeface that pages have without a setting. */
const defaults: Partial<AppearanceForm> = { radius: "medium", font: "system" };

export function formOf(appearance: ProjectAppearance): AppearanceForm {
  const settings = settingNames.map((name) => [name, appearance[name] ?? defaults[name] ?? ""]);
  const texts = Object.entries(appearance.texts).map(([original, text]) => ({ original, text }));
  return { ...Object.fromEntries(settings), texts };
}

/** The settings that saving sets, key by key. Own texts are one setting, because a project can take some of them away. */
export function overrideOf({ texts, ...form }: AppearanceForm, saved: AppearanceForm): AppearanceOverride {
  const changed = settingNames.filter((name) => form[name].trim() !== saved[name]);
  const settings = changed.map((name) => [
    `appearance.${name}`,
    defaults[name] === form[name] ? null : form[name].trim() || null,
  ]);
  const ownTexts = textsSetting(texts);
  const isSame = JSON.stringify(ownTexts) === JSON.stringify(textsSetting(saved.texts));
  return { ...Object.fromEntries(settings), ...(!isSame && { "appearance.texts": ownTexts }) };
}

/** The field that the server refused. */
export function refusedField(error: unknown) {
  const refused = refusedSetting(error);
  const field = settingNames.find((name) => refused?.path === `appearance.${name}`);
  return refused && field && { field, message: refused.message };
}

/** Returns why a text is not an accent colour, or true: the convention of react-hook-form, as for all that follow. */
export function checkColour(text: string, t: Translate): string | true {
  return text === "" || /^#[0-9a-f]{6}$/i.test(text) || t("Write the colour as # and six digits, such as #1f5f4f.");
}

export function checkAddress(text: string, t: Translate): string | true {
  const address = text.trim();
  return address === "" || isWebAddress(address) || t("Start the address with https://, such as https://example.com.");
}

/** A page, or an email to be written. */
export function checkSupport(text: string, t: Translate): string | true {
  const address = text.trim();
  const isGiven = address === "" || isWebAddress(address) || /^mailto:[^\s?#]+@[^\s?#]+$/i.test(address);
  return isGiven || t("Give a web address, or mailto: and an email address.");
}

/** An address, or an uploaded image as a data: URL. */
export function checkLogo(text: string, t: Translate): string | true {
  const address = text.trim();
  const isImage = address === "" || /^data:image\/(png|jpeg|webp|gif);base64,/i.test(address) || isWebAddress(address);
  return isImage || t("Give the address of an image that starts with https://, or upload one.");
}

function isWebAddress(address: string): boolean {
  return /^https?:\/\/[^\s]+$/i.test(address) && URL.canParse(address);
}

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
