import { generateCookie } from "hono/cookie";
import { type CookieOptions, parse } from "hono/utils/cookie";
import type { Settings } from "../../../platform/env";
import { flowLifetimeMillis } from "./contract";

/**
 * The cookie that binds a flow to the browser that began it: without it, an attacker could begin a flow and have a
 * victim's browser finish it, which would then be signed in as the attacker (login CSRF, RFC 6749 section 10.12).
 */
function nameOf(state: string): string {
  return `stack-oauth-inner-${state}`;
}

/**
 * A provider that responds by form posts it from its own site, which browsers call cross-site: `SameSite=None`, which
 * requires `Secure`. An API without TLS, which is one in development, gets what browsers keep there.
 */
function attributesOf({ apiUrl }: Settings): CookieOptions {
  const isSecure = apiUrl.startsWith("https:");
  return { path: "/", httpOnly: true, secure: isSecure, sameSite: isSecure ? "None" : "Lax" };
}

export function innerCookie(settings: Settings, state: string): string {
  return generateCookie(nameOf(state), "true", { ...attributesOf(settings), maxAge: flowLifetimeMillis / 1000 });
}

/** Deletes the cookie of a state, which must be one of ours: others may not be cookie names. */
export function clearedInnerCookie(settings: Settings, state: string): string {
  return generateCookie(nameOf(state), "", { ...attributesOf(settings), maxAge: 0 });
}

export function hasInnerCookie(cookies: string | undefined, state: string): boolean {
  const name = nameOf(state);
  return parse(cookies ?? "", name)[name] === "true";
}
