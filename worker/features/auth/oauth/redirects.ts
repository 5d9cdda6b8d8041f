import type { Project } from "../../../db/projects/project";
import type { Failing } from "../../../protocol/failing";
import { KnownError } from "../../../protocol/known-errors";
import { parseUrl } from "../../../protocol/url";
import { isTrustedUrl, trustedUrl } from "../../projects";
import type { OuterRequest } from "./outer-request";

/** Redirects a browser by the method of its request (RFC 9110 section 15.4.8), which at `authorize` is GET. */
export function temporaryRedirect(location: string): Response {
  return new Response(null, { status: 307, headers: { Location: location } });
}

/** Redirects a browser by GET, whatever the method of its request (RFC 9110 section 15.4.4). */
export function seeOther(location: string): Response {
  return new Response(null, { status: 303, headers: { Location: location } });
}

/** The address of the app's error page with the error, if it named one that the project trusts. */
export function errorPageOf(
  { fail }: Failing<"REDIRECT_URL_NOT_WHITELISTED">,
  { config }: Project,
  { errorRedirectUrl }: Pick<OuterRequest, "errorRedirectUrl">,
  error: unknown,
): string | undefined {
  if (!(error instanceof KnownError) || !errorRedirectUrl || !isTrustedUrl(config, errorRedirectUrl)) return undefined;
  const page = new URL(trustedUrl({ fail }, config, errorRedirectUrl));
  page.searchParams.set("errorCode", error.code);
  page.searchParams.set("message", error.message);
  page.searchParams.set("details", JSON.stringify(error.details ?? {}));
  return page.href;
}

/**
 * Checks where an app sends people once they are signed in: a path, which leads nowhere but to the app itself, or a URL
 * that the project trusts.
 */
export function afterCallbackUrl(
  { fail }: Failing<"REDIRECT_URL_NOT_WHITELISTED">,
  { config }: Project,
  text: string | undefined,
): string | null {
  if (!text) return null;
  return isRelative(text) ? text : trustedUrl({ fail }, config, text);
}

/** Whether a text stays on the origin that it is read on, as a browser reads it. */
function isRelative(text: string): boolean {
  const anyOrigin = "https://origin.invalid";
  return !parseUrl(text) && parseUrl(text, anyOrigin)?.origin === anyOrigin;
}
