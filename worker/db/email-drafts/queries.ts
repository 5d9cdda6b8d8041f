import { and, desc, eq } from "drizzle-orm";
import type { Database, Id } from "../../platform/database";
import { emailDrafts } from "./schema";

/** One draft of a project. */
export interface DraftKey {
  projectId: Id;
  draftId: string;
}

const columns = {
  id: emailDrafts.id,
  displayName: emailDrafts.displayName,
  /** Null stands for the project's active theme, `false` for none. */
  themeId: emailDrafts.themeId,
  tsxSource: emailDrafts.tsxSource,
  sentAt: emailDrafts.sentAt,
};

export type Draft = Awaited<ReturnType<typeof selectDraft>>[number];

/** The drafts of a project, the one that was changed last first. */
export function selectDrafts(db: Database, { projectId }: { projectId: Id }) {
  return db
    .select(columns)
    .from(emailDrafts)
    .where(eq(emailDrafts.projectId, projectId))
    .orderBy(desc(emailDrafts.updatedAt), desc(emailDrafts.id));
}

/** A draft, or nothing. */
export function selectDraft(db: Database, key: DraftKey) {
  return db.select(columns).from(emailDrafts).where(isDraft(key));
}

export function isDraft({ projectId, draftId }: DraftKey) {
  return and(eq(emailDrafts.projectId, projectId), eq(emailDrafts.id, draftId));
}
