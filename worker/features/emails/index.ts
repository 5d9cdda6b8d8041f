import { openConfig, type Project } from "../../db/projects/project";
import { lazyModule } from "../../platform/lazy-module";
import type { MailResult } from "../../platform/mail";
import type { Tools } from "../../platform/tools";
import { tooManyRequests } from "../../protocol/error-definitions";
import type { Failing } from "../../protocol/failing";
import { mailNotSent } from "./not-sent/contract";
import type { MailDeps, SystemMail } from "./send-system-mail";
import type { SystemTemplate } from "./system-mails";

export { deliveryError } from "./delivery-error";
export { type LinkedPage, linkedPage } from "./linked-page";
export { type KnownRequester, limitMailTo, type MailCount, mailCounter, mailCountOf, requesterOf } from "./mail-limit";
export { mailRouteOf, type ProjectMailServer } from "./mail-route";
export { nameInMail, nameOnPage } from "./name-in-mail";
export type { MailDeps } from "./send-system-mail";
export { toShownEmail } from "./shown-email";
export { holdsCode, type SystemTemplate } from "./system-mails";

/** What the mails of a project are sent with. */
export type MailTools = Pick<Tools, "db" | "firstDb" | "settings" | "attempts" | "trace" | "assets" | "sandbox">;

/** What sending needs of a project: its name, its look, its templates and its own mail server, with the server's password open. */
export async function mailDepsOf(tools: MailTools, project: Project): Promise<MailDeps> {
  const { db, firstDb, settings, attempts, trace } = tools;
  const { config, unreadable } = await openConfig(project, settings);
  const { server, logRetentionDays: mailLogDays } = config.emails;
  const mailServer = { ...server, isPasswordUnreadable: unreadable.has(server.password ?? "") };
  const { id, displayName, ownerTeamId, logoUrl, shares } = project;
  const look = { logoUrl, accentColor: config.appearance.accentColor };
  // The installation's own server sends no text of others: only the internal project is the operator's.
  const hasOwnSources = !server.isShared || id === "internal" || !settings.limitsRequests;
  const design = { config, hasOwnSources, tools };
  const sender = { id, displayName, ownerTeamId, mailServer, mailLogDays, look, shares };
  return { db, firstDb, settings, attempts, trace, project: sender, design };
}

const sending = lazyModule(() => import("./send-system-mail"));

/** `sendSystemMail` of `send-system-mail.ts`, which is loaded with all built-in mails by the first that is sent. */
export async function sendSystemMail<Template extends SystemTemplate>(
  deps: MailDeps,
  mail: SystemMail<Template>,
): Promise<MailResult> {
  return (await sending()).sendSystemMail(deps, mail);
}

/** Fails the request when a mail was not sent. */
export function requireSent({ fail }: Failing<typeof mailNotSent | typeof tooManyRequests>, result: MailResult): void {
  if (result.ok) return;
  const { retryAfterMillis } = result;
  if (retryAfterMillis !== undefined) fail(tooManyRequests, { retryAfterMillis });
  fail(mailNotSent);
}
