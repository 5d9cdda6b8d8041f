import { decodeBase64IgnorePadding } from "@oslojs/encoding";
import type { PasswordHashCost } from "../env";

/** A stored password hash whose text was understood and whose cost this platform can pay. */
export interface StoredHash {
  /** Estimates what `matches` takes of a processor, in milliseconds. */
  costMillis: number;
  /** Computes the hash of a password once and compares in constant time. */
  matches(password: string): boolean | Promise<boolean>;
  /** False for an algorithm or parameters that `hashPassword` would not choose at this cost. */
  isCurrent(cost: PasswordHashCost): boolean;
}

/** Holds what a PHC string carries besides its parameters. */
export interface SaltAndHash {
  salt: Uint8Array;
  hash: Uint8Array;
}

/**
 * Decodes salt and hash of a PHC string (base-64 without padding; passlib writes `.` for `+`). Undefined when one is not
 * base-64 or of no sensible length: a hash under 16 bytes would match other passwords by chance.
 */
export function decodeSaltAndHash(saltText: string | undefined, hashText: string | undefined): SaltAndHash | undefined {
  if (saltText === undefined || hashText === undefined) return undefined;
  try {
    const salt = decodeBase64IgnorePadding(saltText.replaceAll(".", "+"));
    const hash = decodeBase64IgnorePadding(hashText.replaceAll(".", "+"));
    const isSensible = salt.length <= 64 && hash.length >= 16 && hash.length <= 64;
    return isSensible ? { salt, hash } : undefined;
  } catch {
    return undefined;
  }
}

/** The bytes that are hashed: the UTF-8 of one form of a password, without changing it. */
export function passwordBytes(password: string): Uint8Array {
  return new TextEncoder().encode(password);
}
