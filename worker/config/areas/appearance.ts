import * as z from "zod";
import { isLocalhost } from "../../platform/localhost";
import { text } from "../../protocol/fields";
import { parseUrl } from "../../protocol/url";
import { containsSpaces } from "../../protocol/validation-messages";
import { chosenId, required } from "../settings";

/** Shapes of the corners, and kinds of typeface. None is loaded from anywhere: a typeface is one that browsers have. */
export const radii = ["none", "small", "medium", "large"] as const;
export const fonts = ["system", "serif", "rounded", "mono"] as const;

/** Limits how many texts a project can replace, and how many characters these have together. Everyone who opens a page loads them all. */
const maxTexts = 200;
const maxTextsLength = 32_768;

/** A page that people read, so that neither `javascript:` nor `data:` becomes a link. */
const webAddress = text(2_000)
  .refine((value) => /^https?:\/\//i.test(value), "{path} must start with http:// or https://")
  .refine((value) => !/\s/.test(value), containsSpaces)
  .refine((value) => parseUrl(value) !== undefined, "{path} is not a valid URL")
  // What stands before an `@` looks like the host.
  .refine((value) => !hasCredentials(parseUrl(value)), "{path} must not have a user name or password");

function hasCredentials(url: URL | undefined): boolean {
  return url !== undefined && (url.username !== "" || url.password !== "");
}

/** Says where users get help: a page, or an email to be written. */
const supportAddress = text(2_000).refine(
  (value) => z.safeParse(/^mailto:/i.test(value) ? emailAddress : webAddress, value).success,
  "{path} must be a web address or begin with mailto:",
);

/** One address and no fields, of which a link could otherwise preset any (RFC 6068 section 2). */
const emailAddress = z.string().regex(/^mailto:[^\s?#,;<>"\\]+@[^\s?#,;<>"\\@]+$/i);

/** An uploaded image in base-64. It is stored under an address of its own, and the setting becomes that address. */
const uploadedLogo = /^data:image\/(?:png|jpeg|webp|gif);base64,[a-z0-9+/]+=*$/i;

/** Browsers load an image from `http` on no page but those of the same machine. */
const logo = text(200_000).refine(
  (value) => uploadedLogo.test(value) || isImageAddress(value),
  "{path} must start with https://, or be a PNG, JPEG, WebP or GIF image as a data: URL",
);

function isImageAddress(value: string): boolean {
  if (!z.safeParse(webAddress, value).success) return false;
  const url = parseUrl(value);
  return url?.protocol === "https:" || (url !== undefined && isLocalhost(url.hostname));
}

/** A text of the project's own, in place of one that the pages come with. */
const ownText = z.object({
  /** The text that it replaces, in English, as in the catalogue of the pages. */
  original: required(text(500), ""),
  text: required(text(1_000), ""),
});

/** Sets how the emails and the pages of a project look, and what they link to. */
export const appearance = z
  .object({
    /** The colour of buttons, as `#rrggbb`. */
    accentColor: text(7)
      .regex(/^#[0-9a-f]{6}$/i, "{path} must be a colour such as #1f5f4f")
      .optional(),
    termsUrl: webAddress.optional(),
    privacyUrl: webAddress.optional(),
    logoUrl: logo.optional(),
    /** In place of `logoUrl` on dark pages. */
    logoDarkUrl: logo.optional(),
    radius: z.enum(radii).optional(),
    font: z.enum(fonts).optional(),
    supportUrl: supportAddress.optional(),
    /** The project's website, to which the hosted pages lead back. */
    homeUrl: webAddress.optional(),
    texts: z.record(chosenId("text"), ownText),
  })
  .refine((given) => entriesOf(given).length <= maxTexts, `{path}.texts must have at most ${maxTexts} entries`)
  .refine(
    (given) => lengthOf(entriesOf(given)) <= maxTextsLength,
    `{path}.texts must have at most ${maxTextsLength} characters in all`,
  );

type OwnText = { original?: string | undefined; text?: string | undefined };

/** An entry of null is one that was taken away. */
function entriesOf({ texts = {} }: { texts?: Record<string, OwnText | null> }): OwnText[] {
  return Object.values(texts).filter((entry) => entry !== null);
}

function lengthOf(texts: OwnText[]): number {
  return texts.reduce((length, { original = "", text = "" }) => length + original.length + text.length, 0);
}
