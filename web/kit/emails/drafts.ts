import type { Caller } from "../requests/caller";
import { wireNames } from "../requests/wire-names";

/** A mail that is written once, and sent when it is done. */
export interface EmailDraft {
  readonly id: string;
  readonly displayName: string;
  /** A TSX module. */
  readonly tsxSource: string;
  /** Undefined for the project's active theme, false for none. */
  readonly themeId: string | false | undefined;
  /** When it was last sent; null for never. */
  readonly sentAt: Date | null;
}

export interface EmailDraftCreateOptions {
  readonly displayName: string;
  /** Left out for the project's active theme, false for none. */
  readonly themeId?: string | false | undefined;
  /** Left out for a small sample. */
  readonly tsxSource?: string | undefined;
}

/** Undefined fields stay as they are. */
export type EmailDraftUpdateOptions = Partial<EmailDraftCreateOptions>;

/** @internal */
export async function listEmailDrafts(caller: Caller<"admin">): Promise<EmailDraft[]> {
  const { drafts } = await caller.read("GET /internal/email-drafts");
  return drafts.map((draft) => ({
    id: draft.id,
    displayName: draft.display_name,
    tsxSource: draft.tsx_source,
    themeId: draft.theme_id,
    sentAt: draft.sent_at_millis === null ? null : new Date(draft.sent_at_millis),
  }));
}

/** @internal */
export async function createEmailDraft(
  caller: Caller<"admin">,
  options: EmailDraftCreateOptions,
): Promise<{ id: string }> {
  const { id } = await caller.write("POST /internal/email-drafts", { body: wireNames(options) });
  return { id };
}

/** @internal */
export async function updateEmailDraft(
  caller: Caller<"admin">,
  id: string,
  options: EmailDraftUpdateOptions,
): Promise<void> {
  const parts = { params: { draft_id: id }, body: wireNames(options) };
  await caller.write("PATCH /internal/email-drafts/{draft_id}", parts);
}

/** @internal */
export async function deleteEmailDraft(caller: Caller<"admin">, id: string): Promise<void> {
  await caller.write("DELETE /internal/email-drafts/{draft_id}", { params: { draft_id: id } });
}
