import { and, eq } from "drizzle-orm";
import type { Database } from "../../../platform/database";
import type { UserKey } from "../../keys";
import { passwords } from "./schema";

export function selectPassword(db: Database, user: UserKey) {
  return db.select({ hash: passwords.hash }).from(passwords).where(isPasswordOf(user));
}

export function isPasswordOf({ projectId, userId }: UserKey) {
  return and(eq(passwords.projectId, projectId), eq(passwords.userId, userId));
}
