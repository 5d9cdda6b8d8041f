import { recordAudit } from "../../db/audit/changes";
import { insertSend } from "../../db/email-sends/changes";
import { type SendOfEmail, selectSendOfEmail } from "../../db/email-sends/queries";
import {
  type SentEmailPage,
  type SentEmailPlace,
  type SentEmailRow,
  selectSentEmail,
  selectSentEmailPage,
} from "../../db/emails/queries";
import type { Project } from "../../db/projects/project";
import { cursorsOf, notACursor } from "../../platform/cursors";
import { newId } from "../../platform/secrets";
import type { PlatformTools } from "../../platform/tools";
import { normalizeEmail } from "../../protocol/fields";
import type { AppRouter } from "../access";
import { renderForReader, startSend } from "../email-sends";
import { holdsCode, limitEmailTo, toShownEmail } from "../emails";
import * as contract from "./contract";

const cursors = cursorsOf<SentEmailPlace>("email log");

export function emailLogRoutes(router: AppRouter): void {
  router.route(contract.listLoggedEmails, {
    prefetch: async (context) => {
      const { db, provenProjectId: projectId, query } = context;
      const begin = await cursors.read(context, query.cursor);
      // One more than the page holds, for the cursor of the next.
      const page = { ...filtersOf(query), projectId, limit: pageLength(query) + 1 };
      return { ...(begin !== null && { rows: selectSentEmailPage(db, { ...page, begin }) }) };
    },
    handle: async ({ query, caller, settings, found, fail }) => {
      const length = pageLength(query);
      const rows = found.rows ?? fail(...notACursor);
      const next = rows[length];
      const place = next && { sentAt: next.sentAt, id: next.id };
      return {
        items: rows.slice(0, length).map(toLoggedEmail),
        is_paginated: true as const,
        pagination: { next_cursor: await cursors.write({ settings, projectId: caller.project.id }, place) },
      };
    },
  });

  router.route(contract.readLoggedEmail, {
    prefetch: ({ db, provenProjectId: projectId, params: { email_id: id } }) => ({
      emails: selectSentEmail(db, { projectId, id }),
      sends: selectSendOfEmail(db, { projectId, emailId: id }),
    }),
    handle: async (context) => {
      const { found, caller, fail } = context;
      const [email] = found.emails;
      if (!email) return fail(contract.emailNotFound);
      const [send] = found.sends;
      return {
        ...toLoggedEmail(email),
        content: await contentOf(context, caller.project, email, send),
        is_waiting: isWaiting(send),
        can_resend: Boolean(send?.primaryEmail) && !isWaiting(send),
      };
    },
  });

  router.route(contract.resendEmail, {
    prefetch: ({ db, provenProjectId: projectId, params: { email_id: id } }) => ({
      emails: selectSentEmail(db, { projectId, id }),
      sends: selectSendOfEmail(db, { projectId, emailId: id }),
    }),
    handle: async (context) => {
      const { found, caller, db, emailSends, params, fail } = context;
      const { project, actor } = caller;
      const { server } = project.config.emails;
      if (found.emails.length === 0) return fail(contract.emailNotFound);
      const [send] = found.sends;
      if (!send) return fail(contract.emailNotKept);
      if (server.isShared) return fail("REQUIRES_CUSTOM_EMAIL_SERVER");
      if (!server.host || !server.port || !server.senderEmail) return fail(contract.serverIncomplete);
      if (isWaiting(send)) return fail(contract.emailIsWaiting);
      if (send.existingId === null || send.primaryEmail === null) return fail(contract.emailWithoutUser);
      await limitEmailTo(context, project, normalizeEmail(send.primaryEmail), "project");
      const { variant, categoryId, source, themeSource, content } = send;
      const key = { projectId: project.id, sendId: newId() };
      const row = {
        projectId: project.id,
        id: key.sendId,
        createdAt: Date.now(),
        subject: send.ownSubject,
        ...{ variant, categoryId, source, themeSource },
        content: { sourceId: content.sourceId, variables: content.variables },
      };
      await startSend({ db, emailSends }, key, [
        ...insertSend(db, row, [send.existingId]),
        recordAudit(db, project, actor, {
          type: "email.resent",
          target: { type: "email", id: params.email_id },
          details: { send_id: key.sendId },
        }),
      ]);
      return { send_id: key.sendId };
    },
  });
}

function pageLength({ limit = contract.maxPageSize }: { limit?: number | undefined }): number {
  return limit;
}

function filtersOf(query: {
  status?: "sent" | "failed" | undefined;
  recipient?: string | undefined;
  kind?: SentEmailPage["kind"];
  since_millis?: number | undefined;
  until_millis?: number | undefined;
}): Omit<SentEmailPage, "projectId" | "limit" | "begin"> {
  return {
    isFailed: query.status && query.status === "failed",
    recipient: query.recipient?.trim(),
    kind: query.kind,
    since: query.since_millis,
    until: query.until_millis,
  };
}

function toLoggedEmail(row: SentEmailRow): contract.ShownEmail {
  return { ...toShownEmail(row), kind: row.kind, send_id: row.sendId, user_id: row.userId };
}

/** Tells whether a further attempt is to come, or the email is being handed over. */
function isWaiting(send: SendOfEmail | undefined): boolean {
  return send?.status === "queued" || send?.status === "sending";
}

/** Returns what an email said. Only what the project has written itself is shown: who reads a code out of an email signs in with it. */
async function contentOf(
  tools: PlatformTools,
  project: Project,
  { kind }: SentEmailRow,
  send: SendOfEmail | undefined,
): Promise<contract.ShownContent> {
  const nothing = { html: null, text: null, message: null };
  if (kind !== "send") {
    const isSecret = kind !== null && kind !== "test" && holdsCode[kind];
    return { status: isSecret ? "one_time_code" : "not_kept", ...nothing };
  }
  if (!send) return { status: "expired", ...nothing };
  const rendered = await renderForReader(tools, project, send, { displayName: send.displayName });
  if (!rendered.ok) return { status: "failed", ...nothing, message: rendered.error.message };
  const [message] = rendered.emails;
  return { status: "shown", html: message?.html ?? "", text: message?.text ?? "", message: null };
}
