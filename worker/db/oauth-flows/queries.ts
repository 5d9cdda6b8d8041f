import { and, getTableColumns, type SQL, sql } from "drizzle-orm";
import { type Condition, type Database, rowIs } from "../../platform/database";
import { authorizationCodes, oauthRequests } from "./schema";

export type OAuthRequestRow = typeof oauthRequests.$inferSelect;
export type AuthorizationCodeRow = typeof authorizationCodes.$inferSelect;

/** A code with the proof that it is its client's: to anyone else it does not exist. */
export interface PresentedCode {
  projectId: string;
  codeHash: string;
  /** The challenge that fits the client's verifier. */
  codeChallenge: string;
  /** Must hold as well. */
  condition: Condition | undefined;
}

/** Finds what an app requested under a state, expired or not. */
export function selectRequest(db: Database, { projectId, stateHash }: { projectId: string; stateHash: string }) {
  return db.select().from(oauthRequests).where(rowIs(oauthRequests, { projectId, stateHash }));
}

/** A code, used or not, expired or not. */
export function selectCode(db: Database, code: PresentedCode) {
  return db.select().from(authorizationCodes).where(isPresented(code));
}

/** A column of a code, for statements that travel with `selectCode`. Null when the code is not there. */
export function columnOfCode(
  db: Database,
  code: PresentedCode,
  column: "userId" | "sessionId" | "providerId" | "accountId" | "email",
): SQL {
  const value = getTableColumns(authorizationCodes)[column];
  return sql`(${db.select({ value }).from(authorizationCodes).where(isPresented(code))})`;
}

function isPresented({ projectId, codeHash, codeChallenge, condition }: PresentedCode) {
  return and(rowIs(authorizationCodes, { projectId, codeHash, codeChallenge }), condition);
}
