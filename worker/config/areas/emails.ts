import * as z from "zod";
import { email, filledText, host, isNormalUuid, nameLine, text } from "../../protocol/fields";
import { isInvalid, mustBeInteger, mustBeUuid, mustNotBeEmpty } from "../../protocol/validation-messages";
import { builtInTemplates } from "../built-in-emails/templates";
import { builtInThemes, defaultThemeId, emptyTheme } from "../built-in-emails/themes";
import { required, secret } from "../settings";

const emailId = text(36, mustBeUuid).refine(isNormalUuid, mustBeUuid);

const theme = z.object({
  displayName: required(z.string(), "Unnamed Theme"),
  tsxSource: required(z.string(), "Error: this theme has no source."),
});

const template = z.object({
  displayName: required(z.string(), "Unnamed Template"),
  tsxSource: required(z.string(), "Error: this template has no source."),
  /** `false`: no theme at all. Absent: the selected theme. */
  themeId: z.union([text(36, isInvalid).refine(isNormalUuid, isInvalid), z.literal(false)]).optional(),
});

const server = z.object({
  isShared: z.boolean().default(true),
  provider: z.enum(["resend", "smtp"]).default("smtp"),
  host: host.optional(),
  port: z.number().min(0).max(65_535).refine(Number.isInteger, mustBeInteger).optional(),
  username: filledText.optional(),
  password: text(70).min(1, mustNotBeEmpty).check(secret).optional(),
  senderName: nameLine.optional(),
  senderEmail: email.min(1, mustNotBeEmpty).optional(),
});

export const emails = z.object({
  selectedThemeId: z.string().default(defaultThemeId),
  themes: z.record(emailId, theme).default(builtInThemes),
  templates: z.record(emailId, template).default(builtInTemplates),
  server,
  /** Sets for how many days an attempt to send an email is in the log. A change holds for the attempts after it. */
  logRetentionDays: z.number().refine(Number.isInteger, mustBeInteger).min(1).max(3650).default(30),
});

/** Puts the default theme in place of a selected one that does not exist. */
export function selectExistingTheme(rendered: z.output<typeof emails>): z.output<typeof emails> {
  const exists = Object.hasOwn(rendered.themes, rendered.selectedThemeId);
  return exists ? rendered : { ...rendered, selectedThemeId: defaultThemeId };
}

/**
 * The source of the theme that an email gets.
 *
 * @param themeId the id of a theme, or `false` for none; the active theme stands in for one that is absent or unknown
 */
export function themeSourceFor(
  { themes, selectedThemeId }: Pick<z.output<typeof emails>, "themes" | "selectedThemeId">,
  themeId: string | false | null | undefined,
): string {
  if (themeId === false) return emptyTheme;
  const theme = (themeId && themes[themeId]) || themes[selectedThemeId];
  return theme?.tsxSource ?? emptyTheme;
}
