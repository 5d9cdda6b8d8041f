import { parse } from "hono/utils/cookie";
import type { Settings } from "../../../platform/env";
import { flowLifetimeMillis } from "./contract";

/**
 * The cookie that binds a flow to the browser that began it: without it, an attacker could begin one and have another
 * person's browser finish it, who would then be signed in as the attacker (login CSRF, RFC 6749 section 10.12).
 */
function nameOf(state: string): string {
  return `stack-oauth-inner-${state}`;
}

/** The cookie of a new flow, which lives as long as the flow. */
export function innerCookie(settings: Settings, state: string): string {
  return setCookie(settings, state, { value: "true", lifetimeMillis: flowLifetimeMillis });
}

/** Deletes the cookie of a state. A state that makes no cookie name (RFC 6265 section 4.1.1) is none of ours. */
export function clearedInnerCookie(settings: Settings, state: string): string | undefined {
  if (!/^[\w.-]{1,256}$/.test(state)) return undefined;
  return setCookie(settings, state, { value: "", lifetimeMillis: 0 });
}

/**
 * A provider that responds by form posts it from its own site, which browsers call cross-site: `SameSite=None`, which
 * takes `Secure`. An API without TLS, which is one in development, cannot have that, and gets the browser's default. Written
 * here because the order of the attributes belongs to the wire.
 */
function setCookie(
  { apiUrl }: Settings,
  state: string,
  { value, lifetimeMillis }: { value: string; lifetimeMillis: number },
): string {
  const isSecure = apiUrl.startsWith("https:");
  const expires = lifetimeMillis === 0 ? 0 : Date.now() + lifetimeMillis;
  return [
    `${nameOf(state)}=${value}`,
    "Path=/",
    `Expires=${new Date(expires).toUTCString()}`,
    `Max-Age=${lifetimeMillis / 1000}`,
    ...(isSecure ? ["Secure", "HttpOnly", "SameSite=None"] : ["HttpOnly"]),
  ].join("; ");
}

export function hasInnerCookie(cookies: string | undefined, state: string): boolean {
  const name = nameOf(state);
  return parse(cookies ?? "", name)[name] === "true";
}
