import { type ProjectConfig, themeSourceFor } from "../../config";
import { ifChanged, recordAudit } from "../../db/audit/changes";
import { markDraftSent } from "../../db/email-drafts/changes";
import { type Draft, selectDraft } from "../../db/email-drafts/queries";
import { cancelRecipients, cancelSend, finishSend, insertSend, type NewSend } from "../../db/email-sends/changes";
import {
  type SendInProject,
  selectDueSends,
  selectRecipientPage,
  selectSend,
  selectSends,
} from "../../db/email-sends/queries";
import { selectFirstRecipients, selectRecipients } from "../../db/users/queries";
import { idsIn } from "../../platform/database";
import { newId } from "../../platform/secrets";
import type { Failing } from "../../protocol/failing";
import type { AppRouter } from "../access";
import { findCategory, notificationCategories } from "../users/notification-preferences";
import type { SendRequest } from "./contract";
import * as contract from "./contract";
import { startSend } from "./index";

const listedSends = 100;

export function emailSendRoutes(router: AppRouter): void {
  router.route(contract.sendEmail, {
    prefetch: ({ db, projectId, provenProjectId, body }) => ({
      draft: "draft_id" in body ? selectDraft(db, { projectId, draftId: body.draft_id }) : undefined,
      users: body.all_users
        ? selectFirstRecipients(db, { projectId: provenProjectId, limit: contract.maxListedUsers })
        : selectRecipients(db, { projectId: provenProjectId, userIds: idsIn(normalIds(body.user_ids)) }),
    }),
    handle: async ({ caller: { project, actor }, db, emailSends, body, found, fail }) => {
      const { server } = project.config.emails;
      if (server.isShared) return fail("REQUIRES_CUSTOM_EMAIL_SERVER");
      if ((body.user_ids === undefined) === (body.all_users === undefined)) {
        return fail("SCHEMA_ERROR", { message: "Exactly one of user_ids or all_users must be provided" });
      }
      if (!server.host || !server.port || !server.senderEmail) return fail(contract.serverIncomplete);
      const categoryName = body.notification_category_name ?? "Transactional";
      const category = notificationCategories.find(({ name }) => name === categoryName);
      if (!category) return fail(contract.categoryNotFound);
      const made = contentOf({ fail }, project.config.emails, body, found.draft?.[0]);
      const addresses = new Map(found.users.map(({ id, primaryEmail }) => [id, primaryEmail]));
      const unknown = body.user_ids?.find((id) => !addresses.has(id.toLowerCase()));
      if (unknown !== undefined) return fail("USER_ID_DOES_NOT_EXIST", { user_id: unknown });

      const send = { projectId: project.id, sendId: newId() };
      const now = Date.now();
      const row = { ...made, projectId: project.id, id: send.sendId, createdAt: now, subject: body.subject ?? null };
      const isOfDraft = made.variant === "draft" && made.content.sourceId !== null;
      const draft = isOfDraft ? { projectId: project.id, draftId: made.content.sourceId ?? "" } : undefined;
      await startSend({ db, emailSends }, send, [
        ...insertSend(db, { ...row, categoryId: category.id }, body.all_users ? "all-users" : [...addresses.keys()]),
        ...(draft ? [markDraftSent(db, draft, { sentAt: now })] : []),
        recordAudit(db, project, actor, {
          type: "email.sent",
          target: { type: "email_send", id: send.sendId },
          details: {
            variant: made.variant,
            ...sourceOf(made),
            subject: body.subject ?? null,
            // A template or draft may say its category itself, when it is rendered.
            category: made.variant === "html" ? category.name : null,
            ...(body.all_users ? { all_users: true } : { recipients: addresses.size }),
          },
        }),
      ]);
      const results = [...addresses].map(([id, email]) => ({
        user_id: id,
        ...(email !== null && { user_email: email }),
      }));
      return { results, send_id: send.sendId };
    },
  });

  router.route(contract.listSends, {
    prefetch: ({ db, provenProjectId: projectId }) => ({
      sends: selectSends(db, { projectId, limit: listedSends }),
    }),
    handle: ({ found }) => ({ items: found.sends.map(toShownSend), is_paginated: false as const }),
  });

  router.route(contract.readSend, {
    prefetch: ({ db, provenProjectId: projectId, params: { send_id: sendId } }) => ({
      send: selectSend(db, { projectId, sendId }),
    }),
    handle: ({ found: { send }, fail }) => (send[0] ? toShownSend(send[0]) : fail(contract.sendNotFound)),
  });

  router.route(contract.listRecipients, {
    prefetch: ({ db, provenProjectId: projectId, params: { send_id: sendId }, query }) => ({
      recipients: selectRecipientPage(db, {
        projectId,
        sendId,
        status: query.status,
        cursor: query.cursor ?? "",
        // One more than the page holds, for the cursor of the next.
        limit: (query.limit ?? contract.maxRecipientPageSize) + 1,
      }),
    }),
    handle: ({ query: { limit = contract.maxRecipientPageSize }, found: { recipients } }) => ({
      items: recipients
        .slice(0, limit)
        .map(({ userId, displayName, primaryEmail, status, attempts, skipReason, error }) => ({
          user_id: userId,
          user_display_name: displayName,
          user_primary_email: primaryEmail,
          status,
          attempts,
          skip_reason: skipReason,
          error,
        })),
      is_paginated: true as const,
      pagination: { next_cursor: recipients[limit]?.userId ?? null },
    }),
  });

  router.route(contract.cancelSend, async ({ caller: { project, actor }, db, emailSends, params, fail }) => {
    const send = { projectId: project.id, sendId: params.send_id };
    const now = Date.now();
    const [cancelled, , , , [shown], due] = await db.batch([
      cancelSend(db, send, { now }),
      recordAudit(
        db,
        project,
        actor,
        { type: "email.cancelled", target: { type: "email_send", id: send.sendId } },
        ifChanged,
      ),
      cancelRecipients(db, send),
      finishSend(db, send, { now }),
      selectSend(db, send),
      selectDueSends(db, { now, limit: 1, projectId: project.id }),
    ]);
    if (!shown) return fail(contract.sendNotFound);
    if (cancelled.length === 0) return fail(contract.sendIsOver);
    // Its message in the queue will find it over, and another send may have waited for it.
    for (const { sendId } of due) await emailSends.send({ projectId: project.id, sendId });
    return toShownSend(shown);
  });
}

/** Ids as they are stored, each of them once. */
function normalIds(userIds: readonly string[] = []): string[] {
  return [...new Set(userIds.map((id) => id.toLowerCase()))];
}

function toShownSend(send: SendInProject): contract.ShownSend {
  const { counts, content } = send;
  const categoryId = send.variant === "html" ? send.categoryId : content.firstMail?.categoryId;
  return {
    id: send.id,
    created_at_millis: send.createdAt,
    variant: send.variant,
    template_id: null,
    draft_id: null,
    ...sourceOf(send),
    subject: send.subject ?? content.firstMail?.subject ?? null,
    notification_category_name: (categoryId && findCategory(categoryId)?.name) || null,
    status: statusOf(send),
    finished_at_millis: send.finishedAt,
    is_addressed: send.lastOrdinal === null || send.addressedOrdinal >= send.lastOrdinal,
    counts: {
      queued: counts.queued ?? 0,
      sending: counts.sending ?? 0,
      sent: counts.sent ?? 0,
      skipped: counts.skipped ?? 0,
      failed: counts.failed ?? 0,
      unknown: counts.unknown ?? 0,
      cancelled: counts.cancelled ?? 0,
    },
  };
}

/** Returns which template or draft the emails are made from, in the name that the request has for it. */
function sourceOf({
  variant,
  content: { sourceId },
}: Pick<SendInProject, "variant" | "content">): Record<string, string | null> {
  if (variant === "template") return { template_id: sourceId };
  return variant === "draft" ? { draft_id: sourceId } : {};
}

function statusOf({ cancelledAt, finishedAt }: SendInProject): contract.ShownSend["status"] {
  if (cancelledAt !== null) return "cancelled";
  return finishedAt === null ? "sending" : "finished";
}

/** Holds what the emails of a request are made from. They are made later, from the sources as they are now. */
type RequestedContent = Pick<NewSend, "variant" | "content" | "source" | "themeSource">;

/** @param draft the draft that the request names, where there is one */
function contentOf(
  { fail }: Failing<typeof contract.templateNotFound | typeof contract.draftNotFound>,
  emails: ProjectConfig["emails"],
  body: SendRequest,
  draft: Draft | undefined,
): RequestedContent {
  if ("html" in body) {
    const themeSource = themeSourceFor(emails, body.theme_id);
    return { variant: "html", content: { sourceId: null, variables: {} }, source: body.html, themeSource };
  }
  if ("template_id" in body) {
    const { template_id: sourceId, variables = {} } = body;
    const template = Object.hasOwn(emails.templates, sourceId) ? emails.templates[sourceId] : undefined;
    if (!template) return fail(contract.templateNotFound);
    const themeSource = themeSourceFor(emails, body.theme_id);
    return { variant: "template", content: { sourceId, variables }, source: template.tsxSource, themeSource };
  }
  if (!draft) return fail(contract.draftNotFound);
  const themeSource = themeSourceFor(emails, body.theme_id === undefined ? draft.themeId : body.theme_id);
  return { variant: "draft", content: { sourceId: draft.id, variables: {} }, source: draft.tsxSource, themeSource };
}
