import { lazyModule } from "../lazy-module";
import { passwordBytes, type StoredHash } from "./stored-hash";

/** bcrypt reads no more than 72 bytes of a password. */
const PASSWORD_BYTES_LIMIT = 72;
const COST_LIMIT = 16;
/** Of a hash of the highest cost; with each step below it is half. */
const MILLIS_AT_LIMIT = 10_000;

const MODULAR_CRYPT = /^\$2[aby]\$(0[4-9]|1\d)\$[./A-Za-z0-9]{53}$/;

const bcrypt = lazyModule(() => import("bcryptjs"));

/**
 * Reads `$2a$`, `$2b$` and `$2y$` hashes with a cost of up to 16. Longer passwords than 72 bytes never match. To cut them would accept
 * anyone who has the first 72 bytes (OWASP Password Storage Cheat Sheet, Input Limits of bcrypt).
 */
export function parseBcrypt(text: string): StoredHash | undefined {
  const [match, cost] = MODULAR_CRYPT.exec(text) ?? [];
  if (match === undefined || Number(cost) > COST_LIMIT) return undefined;
  return {
    costMillis: MILLIS_AT_LIMIT / 2 ** (COST_LIMIT - Number(cost)),
    // The hash is computed for a password that is too long as well, so that a refusal takes no less work.
    matches: async (password) => {
      const { compare } = await bcrypt();
      // It yields to whatever else the thread has to do, several times a second.
      return (await compare(password, text)) && passwordBytes(password).length <= PASSWORD_BYTES_LIMIT;
    },
    isCurrent: () => false,
  };
}
