import type * as z from "zod";
import { newDraftSource } from "../../../config/built-in-emails/new-sources";
import { ifChanged, recordAudit } from "../../../db/audit/changes";
import { deleteDraft, insertDraft, updateDraft } from "../../../db/email-drafts/changes";
import { type Draft, selectDraft, selectDrafts } from "../../../db/email-drafts/queries";
import { violatesForeignKey } from "../../../platform/database";
import { newId } from "../../../platform/secrets";
import type { AppRouter } from "../../access";
import * as contract from "./contract";

export function draftRoutes(router: AppRouter): void {
  router.route(contract.listDrafts, {
    prefetch: ({ db, provenProjectId: projectId }) => ({ drafts: selectDrafts(db, { projectId }) }),
    handle: ({ found }) => ({ drafts: found.drafts.map(toDraft) }),
  });

  router.route(contract.createDraft, async ({ db, caller: { project, actor }, body, fail }) => {
    const { display_name: displayName, theme_id: themeId = null, tsx_source: tsxSource = newDraftSource } = body;
    const draft = { projectId: project.id, id: newId(), displayName, themeId, tsxSource };
    const event = { type: "email_draft.created", target: { type: "email_draft", id: draft.id } } as const;
    try {
      const [stored] = await db.batch([
        insertDraft(db, draft, contract.draftLimits),
        recordAudit(db, project, actor, event, ifChanged),
      ]);
      return stored.length > 0 ? { id: draft.id } : fail(contract.tooManyDrafts);
    } catch (error) {
      // The project was deleted after the caller was loaded.
      if (violatesForeignKey(error)) {
        return fail("CURRENT_PROJECT_NOT_FOUND", { project_id: project.id }, { cause: error });
      }
      throw error;
    }
  });

  router.route(contract.readDraft, {
    prefetch: ({ db, provenProjectId: projectId, params: { draft_id: draftId } }) => ({
      draft: selectDraft(db, { projectId, draftId }),
    }),
    handle: ({ found: { draft }, fail }) => (draft[0] ? toDraft(draft[0]) : fail(contract.draftNotFound)),
  });

  router.route(contract.updateDraft, async ({ db, caller: { project, actor }, params, body, fail }) => {
    const key = { projectId: project.id, draftId: params.draft_id };
    const { display_name: displayName, theme_id: themeId, tsx_source: tsxSource } = body;
    const event = { type: "email_draft.updated", target: { type: "email_draft", id: key.draftId } } as const;
    const [updated, , found] = await db.batch([
      updateDraft(db, key, { displayName, themeId, tsxSource }, contract.draftLimits),
      recordAudit(db, project, actor, event, ifChanged),
      selectDraft(db, key),
    ]);
    if (updated.length > 0) return { ok: "ok" as const };
    return fail(found.length > 0 ? contract.tooManyDrafts : contract.draftNotFound);
  });

  router.route(contract.deleteDraft, async ({ db, caller: { project, actor }, params, fail }) => {
    const key = { projectId: project.id, draftId: params.draft_id };
    const event = { type: "email_draft.deleted", target: { type: "email_draft", id: key.draftId } } as const;
    const [deleted] = await db.batch([deleteDraft(db, key), recordAudit(db, project, actor, event, ifChanged)]);
    return deleted.length > 0 ? { success: true as const } : fail(contract.draftNotFound);
  });
}

function toDraft({ id, displayName, themeId, tsxSource, sentAt }: Draft): z.input<typeof contract.readDraft.response> {
  return {
    id,
    display_name: displayName,
    tsx_source: tsxSource,
    theme_id: themeId ?? undefined,
    sent_at_millis: sentAt,
  };
}
