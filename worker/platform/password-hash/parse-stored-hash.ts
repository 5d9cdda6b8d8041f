import { lazyModule } from "../lazy-module";
import { parseArgon2id } from "./argon2id";
import type { StoredHash } from "./stored-hash";

// Most isolates meet no hash that others made.
const otherKinds = lazyModule(() => import("./other-kinds"));

/** Reads a hash of any supported kind. Undefined where the text is none, or costs more than the platform can pay. */
export async function parseStoredHash(text: string): Promise<StoredHash | undefined> {
  const own = parseArgon2id(text);
  if (own) return own;
  const { parseOtherKind } = await otherKinds();
  return parseOtherKind(text);
}
