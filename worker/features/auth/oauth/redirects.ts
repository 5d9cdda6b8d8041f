import type { Project } from "../../../db/projects/project";
import type { Tools } from "../../../platform/tools";
import type { Failing } from "../../../protocol/failing";
import { parseUrl } from "../../../protocol/url";
import { trustedUrl } from "../../projects";

/** Redirects a browser by the method of its request (RFC 9110 section 15.4.8), which at `authorize` is GET. */
export function temporaryRedirect(location: string): Response {
  return new Response(null, { status: 307, headers: { Location: location } });
}

/** Redirects a browser by GET, whatever the method of its request (RFC 9110 section 15.4.4). */
export function seeOther(location: string): Response {
  return new Response(null, { status: 303, headers: { Location: location } });
}

/**
 * Checks where an app sends people once they are signed in. The address has to be a path, which leads nowhere but to the app
 * itself, or a URL that the project trusts.
 */
export function afterCallbackUrl(
  tools: Pick<Tools, "settings"> & Failing<"REDIRECT_URL_NOT_WHITELISTED">,
  project: Project,
  text: string | undefined,
): string | null {
  if (!text) return null;
  return isRelative(text) ? text : trustedUrl(tools, project, text);
}

/** Tells whether a text stays on the origin that it is read on, as a browser reads it. */
function isRelative(text: string): boolean {
  const anyOrigin = "https://origin.invalid";
  return !parseUrl(text) && parseUrl(text, anyOrigin)?.origin === anyOrigin;
}
