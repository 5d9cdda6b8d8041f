import type { DeliveryError, GatehouseAdminApp } from "../../../kit";
import { appInternals } from "../../../kit/app/internals";
import { resourceOptions } from "../../../react";
import { refetchOnReturn } from "../../../react/queries/resource-query";

/** An attempt to deliver a mail, with the server that was to send it, which the kit leaves out. */
export interface LoggedMail {
  readonly id: string;
  readonly to: readonly string[];
  readonly subject: string;
  readonly sentAt: Date;
  readonly sender: {
    readonly isShared: boolean;
    readonly host: string | undefined;
    readonly name: string | undefined;
    readonly email: string | undefined;
  };
  /** Why it was not delivered; null when it was. */
  readonly error: DeliveryError | null;
}

/** The latest attempts to deliver mails, newest first. Mails are sent at any time. */
export function loggedMailsOptions(app: GatehouseAdminApp) {
  const options = resourceOptions(app, "sent-emails", ["log"], async (): Promise<LoggedMail[]> => {
    const { items } = await app[appInternals].caller("admin").read("GET /internal/emails");
    return items.map(({ id, to, subject, sent_at_millis, sender_config, error }) => ({
      id,
      to,
      subject,
      sentAt: new Date(sent_at_millis),
      sender: {
        isShared: sender_config.type === "shared",
        host: sender_config.host,
        name: sender_config.sender_name,
        email: sender_config.sender_email,
      },
      error,
    }));
  });
  return { ...options, ...refetchOnReturn };
}
