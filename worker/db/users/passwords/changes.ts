import { and, eq } from "drizzle-orm";
import type { Database, Statement } from "../../../platform/database";
import type { UserKey } from "../keys";
import { passwords } from "./schema";

/** Stores a user's password, as its hash, in place of any before; null removes it. */
export function setPassword(db: Database, { projectId, userId }: UserKey, hash: string | null): Statement {
  if (hash === null) {
    return db.delete(passwords).where(and(eq(passwords.projectId, projectId), eq(passwords.userId, userId)));
  }
  return db
    .insert(passwords)
    .values({ projectId, userId, hash })
    .onConflictDoUpdate({ target: [passwords.projectId, passwords.userId], set: { hash } });
}
