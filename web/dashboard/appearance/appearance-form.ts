import type { ProjectAppearance } from "../../kit";
import { refusedSetting } from "../forms/config-queries";
import type { Translate } from "../translation/use-translation";
import { type OwnText, textsSetting } from "./own-texts";

/** Describes what the form holds: empty text where nothing is set. */
export interface AppearanceForm {
  accentColor: string;
  radius: NonNullable<ProjectAppearance["radius"]>;
  font: NonNullable<ProjectAppearance["font"]>;
  logoUrl: string;
  logoDarkUrl: string;
  homeUrl: string;
  termsUrl: string;
  privacyUrl: string;
  supportUrl: string;
  texts: OwnText[];
}

/** Holds what a setting is set to; null restores what the pages have without one. */
export type AppearanceOverride = Record<string, string | null | ReturnType<typeof textsSetting>>;

/** The shape and the typeface that pages have without a setting. */
const defaults = { radius: "medium", font: "system" } as const;

export function formOf(appearance: ProjectAppearance): AppearanceForm {
  return {
    accentColor: appearance.accentColor ?? "",
    radius: appearance.radius ?? defaults.radius,
    font: appearance.font ?? defaults.font,
    logoUrl: appearance.logoUrl ?? "",
    logoDarkUrl: appearance.logoDarkUrl ?? "",
    homeUrl: appearance.homeUrl ?? "",
    termsUrl: appearance.termsUrl ?? "",
    privacyUrl: appearance.privacyUrl ?? "",
    supportUrl: appearance.supportUrl ?? "",
    texts: Object.entries(appearance.texts).map(([original, text]) => ({ original, text })),
  };
}

/** The settings that saving sets, key by key. Own texts are one setting, because a project can take some of them away. */
export function overrideOf({ texts, ...form }: AppearanceForm, saved: AppearanceForm): AppearanceOverride {
  const changed = Object.entries(form).filter(([name, value]) => value.trim() !== saved[name as keyof typeof form]);
  const settings = changed.map(([name, value]) => {
    const isDefault = Object.hasOwn(defaults, name) && defaults[name as keyof typeof defaults] === value;
    return [`appearance.${name}`, isDefault ? null : value.trim() || null];
  });
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

const settingNames = [
  ...["accentColor", "radius", "font", "logoUrl", "logoDarkUrl"],
  ...["homeUrl", "termsUrl", "privacyUrl", "supportUrl"],
] as Exclude<keyof AppearanceForm, "texts">[];

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
