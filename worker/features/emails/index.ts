import { insertSentEmail, type SenderConfig } from "../../db/emails/changes";
import { openConfig, type Project } from "../../db/projects/project";
import type { Database } from "../../platform/database";
import type { Settings } from "../../platform/env";
import {
  type MailFailure,
  type MailResult,
  type MailServer,
  parseSmtpUrl,
  type Sender,
  sendMail,
} from "../../platform/mail";
import { newId } from "../../platform/secrets";
import type { Failing } from "../../protocol/failing";
import { mailNotSent } from "./contract";
import { deliveryError } from "./delivery-error";
import { renderSystemMail, type SystemMailVariables, type SystemTemplate } from "./system-mail";

export { type LinkedPage, linkedPage } from "./linked-page";
export { limitMailTo } from "./mail-limit";
export { nameInMail, type SystemTemplate } from "./system-mail";

/** `emails.server` of the rendered configuration, its password opened. Any field may be missing until the owner fills it in. */
export interface ProjectMailServer {
  isShared: boolean;
  host?: string;
  port?: number;
  username?: string;
  password?: string;
  /** Whether no configured root secret opens the password. */
  isPasswordUnreadable?: boolean;
  senderName?: string;
  senderEmail?: string;
}

/** What sending needs: the sender, and where it is logged. */
export interface MailDeps {
  db: Database;
  settings: Pick<Settings, "smtpUrl" | "mailFrom">;
  project: { id: string; displayName: string; mailServer: ProjectMailServer };
}

/** What sending needs of a project: its name and its own mail server, with the server's password open. */
export async function mailDepsOf(
  { db, settings }: { db: Database; settings: Settings },
  project: Project,
): Promise<MailDeps> {
  const { config, unreadable } = await openConfig(project, settings);
  const { server } = config.emails;
  const mailServer = { ...server, isPasswordUnreadable: unreadable.has(server.password ?? "") };
  return { db, settings, project: { id: project.id, displayName: project.displayName, mailServer } };
}

/**
 * Sends one system mail by the project's own server, or by the shared one under the project's name, and writes the
 * delivery log whatever comes of it. One attempt. The caller decides whether the response waits for it, and what a failure
 * means to the client.
 */
export async function sendSystemMail<Template extends SystemTemplate>(
  { db, settings, project }: MailDeps,
  mail: {
    template: Template;
    to: string;
    variables: Omit<SystemMailVariables<Template>, "projectDisplayName">;
  },
): Promise<MailResult> {
  const route = routeOf(project, settings);
  const variables = { ...mail.variables, projectDisplayName: project.displayName } as SystemMailVariables<Template>;
  const content = renderSystemMail(mail.template, variables);
  const result = route.isUsable
    ? await sendMail(route.server, {
        from: route.from,
        to: mail.to,
        ...content,
        // RFC 3834 section 5: keeps automatic replies from being sent.
        headers: { "Auto-Submitted": "auto-generated" },
      })
    : route.failure;
  await db.batch([
    insertSentEmail(db, {
      projectId: project.id,
      id: newId(),
      to: [mail.to],
      subject: content.subject,
      senderConfig: route.log,
      error: result.ok ? null : deliveryError(result),
      sentAt: Date.now(),
    }),
  ]);
  return result;
}

/** Fails the request when a mail was not sent. */
export function requireSent({ fail }: Failing<typeof mailNotSent>, { ok }: MailResult): void {
  if (!ok) fail(mailNotSent);
}

const incompleteServer: MailFailure = {
  ok: false,
  reason: "unknown",
  detail: "The project's mail server lacks a host, a port or a sender address",
  retryable: false,
};

const unreadablePassword: MailFailure = {
  ok: false,
  reason: "unreadable-password",
  detail: "The password of the project's mail server is sealed under a root secret that is not configured",
  retryable: false,
};

type Route = { log: SenderConfig } & (
  | { isUsable: true; server: MailServer; from: Sender }
  | { isUsable: false; failure: MailFailure }
);

function routeOf({ displayName, mailServer }: MailDeps["project"], settings: MailDeps["settings"]): Route {
  if (mailServer.isShared) {
    const from = { name: displayName, email: addressOf(settings.mailFrom) };
    return {
      // The project does not see the address of the operator's server nor its credentials.
      log: { type: "shared", sender_name: from.name, sender_email: from.email },
      isUsable: true,
      server: parseSmtpUrl(settings.smtpUrl),
      from,
    };
  }
  const { host, port, username, password, senderName, senderEmail } = mailServer;
  const log: SenderConfig = {
    type: "standard",
    host,
    port,
    username,
    sender_name: senderName,
    sender_email: senderEmail,
  };
  if (!host || !port || !senderEmail) return { log, isUsable: false, failure: incompleteServer };
  if (mailServer.isPasswordUnreadable) return { log, isUsable: false, failure: unreadablePassword };
  return {
    log,
    isUsable: true,
    server: { host, port, ...(username && { credentials: { username, password: password ?? "" } }) },
    from: { name: senderName ?? displayName, email: senderEmail },
  };
}

/** `MAIL_FROM` may be written with a name, which the project's own takes the place of. */
function addressOf(mailFrom: string): string {
  return /<([^<>]+)>\s*$/.exec(mailFrom)?.[1] ?? mailFrom.trim();
}
