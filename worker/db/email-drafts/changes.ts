import { and, eq, ne, sql } from "drizzle-orm";
import { type Database, insertFrom } from "../../platform/database";
import { type DraftKey, isDraft } from "./queries";
import { emailDrafts } from "./schema";

type Row = typeof emailDrafts.$inferInsert;

/** The most that a project may have: drafts, and bytes of their sources together. */
export interface DraftLimits {
  drafts: number;
  bytes: number;
}

/** Stores a draft and returns its row, or nothing when the project would have too much by it. */
export function insertDraft(
  db: Database,
  {
    projectId,
    id,
    displayName,
    themeId,
    tsxSource,
  }: Pick<Row, "projectId" | "id" | "displayName" | "tsxSource"> & {
    themeId: string | false | null;
  },
  limits: DraftLimits,
) {
  const now = Date.now();
  const sourceBytes = byteLength(tsxSource);
  const those = sql`from ${emailDrafts} where ${emailDrafts.projectId} = ${projectId}`;
  const draft = {
    projectId,
    id,
    displayName,
    themeId,
    createdAt: now,
    updatedAt: now,
    sentAt: null,
    sourceBytes,
    tsxSource,
  };
  const isWithinLimits = sql`where (select count(*) ${those}) < ${limits.drafts}
    and (select ${totalBytes} ${those}) + ${sourceBytes} <= ${limits.bytes}`;
  return insertFrom(db, emailDrafts, draft, isWithinLimits).returning({ id: emailDrafts.id });
}

/**
 * Changes a draft and returns its row, or nothing when there is none or the project would have too much by the change.
 * What is undefined stays as it is.
 */
export function updateDraft(
  db: Database,
  key: DraftKey,
  set: Partial<Pick<Row, "displayName" | "themeId" | "tsxSource">>,
  limits: DraftLimits,
) {
  const { tsxSource } = set;
  const bytes = tsxSource === undefined ? undefined : byteLength(tsxSource);
  const others = and(eq(emailDrafts.projectId, key.projectId), ne(emailDrafts.id, key.draftId));
  const fits =
    bytes === undefined
      ? undefined
      : sql`(select ${totalBytes} from ${emailDrafts} where ${others}) + ${bytes} <= ${limits.bytes}`;
  return db
    .update(emailDrafts)
    .set({ ...set, ...(bytes !== undefined && { sourceBytes: bytes }), updatedAt: Date.now() })
    .where(and(isDraft(key), fits))
    .returning({ id: emailDrafts.id });
}

/** Notes that a draft is sent, which may happen more than once. Its place in the list stays. */
export function markDraftSent(db: Database, key: DraftKey, { sentAt }: { sentAt: number }) {
  return db.update(emailDrafts).set({ sentAt }).where(isDraft(key));
}

/** Deletes a draft and returns its row, or nothing when there is none. */
export function deleteDraft(db: Database, key: DraftKey) {
  return db.delete(emailDrafts).where(isDraft(key)).returning({ id: emailDrafts.id });
}

const totalBytes = sql<number>`coalesce(sum(${emailDrafts.sourceBytes}), 0)`;

function byteLength(text: string): number {
  return new TextEncoder().encode(text).length;
}
