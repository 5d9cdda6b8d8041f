import { parseArgon2id } from "./argon2id";
import { parseBcrypt } from "./bcrypt";
import { parsePbkdf2 } from "./pbkdf2";
import { parseScrypt } from "./scrypt";
import type { StoredHash } from "./stored-hash";

/** Reads a hash of any supported kind. Undefined where the text is none, or costs more than the platform can pay. */
export function parseStoredHash(text: string): StoredHash | undefined {
  return parseArgon2id(text) ?? parseBcrypt(text) ?? parseScrypt(text) ?? parsePbkdf2(text);
}
