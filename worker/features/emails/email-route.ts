import type { EmailLog } from "../../db/emails/changes";
import type { EmailFailure, MailServer, Sender } from "../../platform/email";
import type { Settings } from "../../platform/env";
import { mayConnectTo } from "../../platform/private-host";
import { parseSmtpUrl } from "../../platform/smtp-url";
import { plainName } from "./name-in-email";

/** `emails.server` of the rendered configuration, its password opened. Any field may be missing until the owner fills it in. */
export interface ProjectMailServer {
  isShared: boolean;
  host?: string;
  port?: number;
  username?: string;
  password?: string;
  /** Is true if no configured root secret opens the password. */
  isPasswordUnreadable?: boolean;
  senderName?: string;
  senderEmail?: string;
}

const incompleteServer: EmailFailure = {
  ok: false,
  reason: "unknown",
  detail: "The project's mail server lacks a host, a port or a sender address",
  retryable: false,
};

const unreadablePassword: EmailFailure = {
  ok: false,
  reason: "unreadable-password",
  detail: "The password of the project's mail server is sealed under a root secret that is not configured",
  retryable: false,
};

/** The failure of an email to a server that this instance connects to for none of its projects. */
export const privateServer: EmailFailure = {
  ok: false,
  reason: "unreachable",
  detail: "The server's host is one of a private network",
  retryable: false,
};

/** Says by which server and under which name a project sends, and how its log names that; or why it cannot. */
type EmailRoute = { log: EmailLog } & (
  | { isUsable: true; server: MailServer; from: Sender }
  | { isUsable: false; failure: EmailFailure }
);

export function emailRouteOf(
  {
    displayName,
    mailServer,
    emailLogDays: keptDays,
  }: { displayName: string; mailServer: ProjectMailServer; emailLogDays: number },
  settings: Pick<Settings, "smtpUrl" | "mailFrom" | "apiUrl">,
): EmailRoute {
  if (mailServer.isShared) {
    const from = { name: plainName(displayName), email: addressOf(settings.mailFrom) };
    return {
      // The project does not see the address of the operator's server nor its credentials.
      log: { senderConfig: { type: "shared", sender_name: from.name, sender_email: from.email }, keptDays },
      isUsable: true,
      server: parseSmtpUrl(settings.smtpUrl),
      from,
    };
  }
  const { host, port, username, password, senderName, senderEmail } = mailServer;
  const log: EmailLog = {
    senderConfig: {
      type: "standard",
      host,
      port,
      username,
      sender_name: senderName,
      sender_email: senderEmail,
    },
    keptDays,
  };
  if (!host || !port || !senderEmail) return { log, isUsable: false, failure: incompleteServer };
  if (!mayConnectTo(settings, host)) return { log, isUsable: false, failure: privateServer };
  if (mailServer.isPasswordUnreadable) return { log, isUsable: false, failure: unreadablePassword };
  return {
    log,
    isUsable: true,
    server: { host, port, ...(username && { credentials: { username, password: password ?? "" } }) },
    from: { name: senderName ?? plainName(displayName), email: senderEmail },
  };
}

/** `MAIL_FROM` may be written with a name, which the project's own takes the place of. */
function addressOf(mailFrom: string): string {
  return /<([^<>]+)>\s*$/.exec(mailFrom)?.[1] ?? mailFrom.trim();
}
