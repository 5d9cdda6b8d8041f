import { encodeHexUpperCase } from "@oslojs/encoding";
import { lazyModule } from "../../../platform/lazy-module";
import { OutboundError, openOutbound } from "../../../platform/outbound";

/** Names what an attacker guesses first: one of everyone's passwords, one of a data breach, or one made from what they know. */
export type KnownPasswordReason = "common" | "breached" | "personal";

/** Longest wait for the range service: signing up must not depend on it. */
const rangeTimeoutMs = 500;

/** Shorter words, such as the initials in an address, would refuse passwords that have nothing to do with them. */
const minWordLength = 3;

/**
 * Returns why an attacker would guess a password, or null. The range service is requested last, and only for passwords that pass
 * the rest.
 *
 * @param words what the user would be guessed by: their address, and the name of the project
 * @param rangeApiUrl a service with the range interface of Have I Been Pwned
 */
export async function reasonToRefuse(
  password: string,
  words: readonly string[],
  rangeApiUrl: string | undefined,
): Promise<KnownPasswordReason | null> {
  if (isMadeFrom(password, words)) return "personal";
  if (await isCommon(password)) return "common";
  if (rangeApiUrl !== undefined && (await isBreached(password, rangeApiUrl))) return "breached";
  return null;
}

/** Tells whether the password is one of the words, or the local part of one that is an address, give or take digits and punctuation. */
function isMadeFrom(password: string, words: readonly string[]): boolean {
  const typed = lettersOf(password);
  return (
    typed.length >= minWordLength &&
    words.flatMap((word) => [word, word.split("@")[0] ?? ""]).some((word) => lettersOf(word) === typed)
  );
}

/** The letters of a text in lower case: `Ada.Lovelace-1815!` and `adalovelace` are the same. */
function lettersOf(text: string): string {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{M}]/gu, "");
}

const list = lazyModule(() => import("./common-passwords.json"));
let common: Set<string> | undefined;

async function isCommon(password: string): Promise<boolean> {
  common ??= new Set((await list()).default.passwords);
  return common.has(password.toLowerCase());
}

/**
 * Tells whether a breach contained the password. Only the first five of the 40 digits of its SHA-1 leave; padding hides from
 * the network which ones were sent. A service that fails refuses no password.
 */
async function isBreached(password: string, rangeApiUrl: string): Promise<boolean> {
  const digest = await crypto.subtle.digest("SHA-1", new TextEncoder().encode(password));
  const hash = encodeHexUpperCase(new Uint8Array(digest));
  const [prefix, suffix] = [hash.slice(0, 5), hash.slice(5)];
  try {
    const response = await openOutbound(rangeTimeoutMs)(`${rangeApiUrl}/range/${prefix}`, {
      headers: { "Add-Padding": "true", "User-Agent": "Gatehouse" },
    });
    if (!response.ok) return reportUnchecked(`status ${response.status}`);
    const lines = (await response.text()).split("\r\n").map((line) => line.split(":"));
    // Entries that are padding have the count 0.
    return lines.some(([found, count]) => found === suffix && Number(count) > 0);
  } catch (error) {
    if (error instanceof OutboundError) return reportUnchecked(error.problem);
    throw error;
  }
}

function reportUnchecked(problem: string): false {
  console.warn("A password was not looked up in breaches", { problem });
  return false;
}
