import type { Project } from "../../db/projects/project";
import type { EmailContent } from "./sandbox/render-email";

/** Says how a project's emails look. */
export interface EmailLook {
  logoUrl: string | null;
  /** `#rrggbb` */
  accentColor: string | undefined;
}

/** The name of a project and how its emails look. */
export function lookOf({
  displayName,
  logoUrl,
  config,
}: Pick<Project, "displayName" | "logoUrl" | "config">): { displayName: string } & EmailLook {
  return { displayName, logoUrl, accentColor: config.appearance.accentColor };
}

/** A project, as sources are given it. Colours are always `#rrggbb`, and those of texts can be read on their grounds. */
export function projectInEmail({
  displayName,
  ...look
}: { displayName: string } & Partial<EmailLook>): EmailContent["project"] {
  const accent = accentOf(look.accentColor);
  const [accentColor, accentTextColor] = accent ?? ["#15171c", white];
  const [darkAccentColor, darkAccentTextColor] = accent ?? ["#f4f5f7", "#15171c"];
  return {
    displayName,
    logoUrl: imageAddress(look.logoUrl),
    accentColor,
    accentTextColor,
    darkAccentColor,
    darkAccentTextColor,
  };
}

/** Black and white: one of them has a contrast of at least 4.58:1 to any colour. Softer ones have not. */
const [white, black] = ["#ffffff", "#000000"];

/** Checked here too: what is stored may be older than its rule, and the value lands in a style sheet. */
function accentOf(colour = ""): [colour: string, text: string] | undefined {
  return /^#[0-9a-f]{6}$/i.test(colour) ? [colour, textColourOn(colour)] : undefined;
}

/** The address of an image that email programs load. They load http(s) only, and show no `data:`. */
function imageAddress(url: string | null | undefined): string | null {
  if (!url || !/^https?:\/\//i.test(url) || url.length > 2_000 || !URL.canParse(url)) return null;
  return new URL(url).href;
}

/** The text colour of the higher contrast (WCAG 2.2, contrast ratio). */
function textColourOn(colour: string): string {
  const luminance = luminanceOf(colour);
  return 1.05 / (luminance + 0.05) >= (luminance + 0.05) / 0.05 ? white : black;
}

/** WCAG 2.2, relative luminance. */
function luminanceOf(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
