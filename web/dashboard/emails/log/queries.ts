import { infiniteQueryOptions } from "@tanstack/react-query";
import type { GatehouseAdminApp } from "../../../kit";
import { appInternals } from "../../../kit/app/internals";
import { isKnownError } from "../../../kit/errors/known-error";
import { RequestError } from "../../../kit/errors/request-error";
import type { ResponseOf } from "../../../kit/requests/endpoints";
import { resourceOptions } from "../../../react";
import { keys } from "../../../react/queries/keys";
import { refetchOnReturn } from "../../../react/queries/resource-query";
import { type LogSearch, logQuery } from "../email-search";

/** An attempt to deliver an email. */
export type LoggedEmail = ResponseOf<"GET /internal/emails/log", "admin">["items"][number];

/** An attempt with what its email said, where that is kept. */
export type OpenedEmail = ResponseOf<"GET /internal/emails/log/{email_id}", "admin">;

const pageSize = 50;

/** The attempts that a search shows, newest first, page by page. Emails are sent at any time. */
export function loggedEmailsOptions(app: GatehouseAdminApp, { mail: _email, ...search }: LogSearch) {
  return infiniteQueryOptions({
    queryKey: [...keys.resource(app, "sent-emails"), "log", search],
    queryFn: ({ pageParam: cursor }) =>
      app[appInternals].caller("admin").read("GET /internal/emails/log", {
        query: { ...logQuery(search), limit: pageSize, ...(cursor && { cursor }) },
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ pagination }) => pagination.next_cursor ?? undefined,
    ...refetchOnReturn,
  });
}

/** One attempt; null where the log has none of this id. */
export function loggedEmailOptions(app: GatehouseAdminApp, id: string) {
  return resourceOptions(app, "sent-emails", ["one", id], async (): Promise<OpenedEmail | null> => {
    try {
      return await app[appInternals]
        .caller("admin")
        .read("GET /internal/emails/log/{email_id}", { params: { email_id: id } });
    } catch (error) {
      const isUnknown = error instanceof RequestError && error.status === 404;
      if (isUnknown || isKnownError(error, "SCHEMA_ERROR")) return null;
      throw error;
    }
  });
}

/** The latest attempts for one address, in which an email's status has a history. */
export function emailsToOptions(app: GatehouseAdminApp, recipient: string) {
  return resourceOptions(app, "sent-emails", ["to", recipient], async () => {
    const query = { recipient, limit: 10 };
    return (await app[appInternals].caller("admin").read("GET /internal/emails/log", { query })).items;
  });
}

/** Sends an email again, and resolves to the id of the send, by which to see how far it is. */
export async function resendEmail(app: GatehouseAdminApp, id: string): Promise<string> {
  const caller = app[appInternals].caller("admin");
  const { send_id } = await caller.write("POST /internal/emails/log/{email_id}/resend", {
    params: { email_id: id },
    body: {},
  });
  await caller.announce("sent-emails", "email-sends");
  return send_id;
}
