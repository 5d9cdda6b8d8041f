import * as z from "zod";
import { text } from "../../protocol/fields";
import { parseUrl } from "../../protocol/url";
import { containsSpaces } from "../../protocol/validation-messages";

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

/** How the mails of a project look, and what its pages link to. */
export const appearance = z.object({
  /** The colour of the buttons in mails, as `#rrggbb`. */
  accentColor: text(7)
    .regex(/^#[0-9a-f]{6}$/i, "{path} must be a colour such as #1f5f4f")
    .optional(),
  termsUrl: webAddress.optional(),
  privacyUrl: webAddress.optional(),
});
