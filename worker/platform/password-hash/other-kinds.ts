import { parseBcrypt } from "./bcrypt";
import { parsePbkdf2 } from "./pbkdf2";
import { parseScrypt } from "./scrypt";
import type { StoredHash } from "./stored-hash";

/** Reads a hash of the kinds that only other systems make. */
export function parseOtherKind(text: string): StoredHash | undefined {
  return parseBcrypt(text) ?? parseScrypt(text) ?? parsePbkdf2(text);
}
