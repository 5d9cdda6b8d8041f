import { infiniteQueryOptions } from "@tanstack/react-query";
import type { EmailDraft, EmailRecipient, EmailSend, GatehouseAdminApp, ListUsersOptions } from "../../../kit";
import { appInternals } from "../../../kit/app/internals";
import { isKnownError } from "../../../kit/errors/known-error";
import { RequestError } from "../../../kit/errors/request-error";
import { emailDelivery } from "../../../kit/operations/email-delivery";
import { resourceOptions } from "../../../react";
import { keys } from "../../../react/queries/keys";
import { refetchOnReturn } from "../../../react/queries/resource-query";
import { viewOf } from "../../../react/queries/view-of";
import type { Translate } from "../../translation/use-translation";
import { listedUsers, type UserSearch } from "../../user-filters/user-search";
import type { RecipientStatus } from "../email-search";
import { type ChosenUser, maxRecipients, requestOf, type WrittenEmail } from "./written-email";

/** Every team of the project. */
export const teamsOptions = (app: GatehouseAdminApp) => viewOf(app, app.listTeams);

/** A page of the project's users. */
export const userListOptions = (app: GatehouseAdminApp, options: ListUsersOptions) =>
  viewOf(app, app.listUsers, options);

/** All users whom a filter selects; null where they are more than one email may go to. */
export function filteredUsersOptions(app: GatehouseAdminApp, filter: UserSearch) {
  return resourceOptions(app, "users", ["recipients", JSON.stringify(filter)], async () => {
    const found = new Map<string, ChosenUser>();
    let cursor: string | undefined;
    do {
      const { items, pagination } = await app[appInternals].caller("server").read("GET /users", {
        query: { ...listedUsers(filter), limit: 1_000, cursor, omit_metadata: true },
      });
      for (const { id, display_name: name, primary_email: email } of items) found.set(id, { id, name, email });
      if (found.size > maxRecipients) return null;
      cursor = pagination?.next_cursor ?? undefined;
    } while (cursor !== undefined);
    return [...found.values()];
  });
}

/** The latest emails to users. */
export const sendsOptions = (app: GatehouseAdminApp) => viewOf(app, emailDelivery.listEmailSends);

/** Milliseconds between two looks at an email that is going out. */
export const lookAgainMillis = 1_500;

/** Reads how far an email to users is; null for an unknown id. Looked at again and again while it goes out. */
export function sendOptions(app: GatehouseAdminApp, id: string) {
  return {
    ...resourceOptions(app, "email-sends", ["one", id], async () => {
      try {
        return await app.getEmailSend(id);
      } catch (error) {
        const isUnknown = error instanceof RequestError && error.status === 404;
        if (isUnknown || isKnownError(error, "SCHEMA_ERROR")) return null;
        throw error;
      }
    }),
    ...refetchOnReturn,
  };
}

/** What an email to users is called: its draft has the subject as it was written, and it has that of its first user. */
export function nameOfSend({ draftId, subject }: EmailSend, drafts: readonly EmailDraft[], t: Translate): string {
  return drafts.find(({ id }) => id === draftId)?.displayName || subject || t("No subject");
}

/** The users to whom an email goes, page by page. */
export function recipientsOptions(app: GatehouseAdminApp, sendId: string, status: RecipientStatus | undefined) {
  return infiniteQueryOptions({
    queryKey: [...keys.resource(app, "email-sends"), "recipients", sendId, status ?? null],
    queryFn: ({ pageParam }) => app.listEmailRecipients(sendId, { status, cursor: pageParam }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  });
}

/** An email that went out before, with the users whom it has failed. Read anew for each email that begins with it. */
export function failedSendOptions(app: GatehouseAdminApp, sendId: string) {
  return resourceOptions(app, "email-sends", ["failed", sendId], async () => {
    const send = await app.getEmailSend(sendId);
    const failed: EmailRecipient[] = [];
    let cursor: string | undefined;
    do {
      const page = await app.listEmailRecipients(sendId, { status: "failed", cursor });
      failed.push(...page);
      cursor = page.nextCursor ?? undefined;
    } while (cursor !== undefined);
    return { send, userIds: failed.map(({ userId }) => userId) };
  });
}

/** Reads which of these users have switched a category off. */
export function unsubscribedOptions(app: GatehouseAdminApp, userIds: readonly string[], category: string) {
  return resourceOptions(app, "notification-categories", ["unsubscribed", category, ...userIds], async () => {
    const caller = app[appInternals].caller("server");
    const preferences = await Promise.all(
      userIds.map((user_id) => caller.read("GET /emails/notification-preference/{user_id}", { params: { user_id } })),
    );
    return userIds.filter((_, index) =>
      preferences[index]?.items.some(({ notification_category_name: name, enabled }) => name === category && !enabled),
    );
  });
}

/** Stores an email that is written as text as a draft of this source, and resolves to the draft's id. */
export async function saveDraft(app: GatehouseAdminApp, email: WrittenEmail, tsxSource: string): Promise<string> {
  const { draftId, subject, themeId } = email;
  const draft = { displayName: subject.trim().slice(0, 255), tsxSource, themeId };
  if (draftId === "") return (await app.createEmailDraft(draft)).id;
  await app.updateEmailDraft(draftId, draft);
  return draftId;
}

/** Sends an email, and resolves to its id, by which to see how far it is. */
export async function sendEmail(app: GatehouseAdminApp, email: WrittenEmail): Promise<string> {
  const { send_id } = await app[appInternals].caller("server").write("POST /emails/send-email", {
    body: requestOf(email),
  });
  return send_id;
}
