import { openConfig, type Project } from "../../db/projects/project";
import type { EmailResult } from "../../platform/email";
import { lazyModule } from "../../platform/lazy-module";
import type { Tools } from "../../platform/tools";
import { tooManyRequests } from "../../protocol/error-definitions";
import type { Failing } from "../../protocol/failing";
import { emailNotSent } from "./not-sent/contract";
import type { EmailDeps, SystemEmail } from "./send-system-email";
import type { SystemTemplate } from "./system-emails";

export { deliveryError } from "./delivery-error";
export {
  type EmailCount,
  emailCounter,
  emailCountOf,
  type KnownRequester,
  limitEmailTo,
  requesterOf,
} from "./email-limit";
export { emailRouteOf, type ProjectMailServer } from "./email-route";
export { type LinkedPage, linkedPage } from "./linked-page";
export { invitingName, nameInEmail, nameOnPage } from "./name-in-email";
export type { EmailDeps } from "./send-system-email";
export { toShownEmail } from "./shown-email";
export { holdsCode, type SystemTemplate } from "./system-emails";

/** Holds what the emails of a project are sent with. */
export type EmailTools = Pick<Tools, "db" | "firstDb" | "settings" | "attempts" | "trace" | "assets" | "sandbox">;

/** Returns what sending needs of a project: its name, its look, its templates and its own mail server, with the server's password open. */
export async function emailDepsOf(tools: EmailTools, project: Project): Promise<EmailDeps> {
  const { db, firstDb, settings, attempts, trace } = tools;
  const { config, unreadable } = await openConfig(project, { settings, trace });
  const { server, logRetentionDays: emailLogDays } = config.emails;
  const mailServer = { ...server, isPasswordUnreadable: unreadable.has(server.password ?? "") };
  const { id, displayName, ownerTeamId, logoUrl, shares } = project;
  const look = { logoUrl, accentColor: config.appearance.accentColor };
  // The instance's own server sends no text of others: only the internal project is the operator's.
  const hasOwnSources = !server.isShared || id === "internal" || !settings.limitsRequests;
  const design = { config, hasOwnSources, tools };
  const sender = { id, displayName, ownerTeamId, mailServer, emailLogDays, look, shares };
  return { db, firstDb, settings, attempts, trace, project: sender, design };
}

const sending = lazyModule(() => import("./send-system-email"));

/** `sendSystemEmail` of `send-system-email.ts`, which is loaded with all built-in emails by the first that is sent. */
export async function sendSystemEmail<Template extends SystemTemplate>(
  deps: EmailDeps,
  email: SystemEmail<Template>,
): Promise<EmailResult> {
  return (await sending()).sendSystemEmail(deps, email);
}

/** Fails the request when an email was not sent. */
export function requireSent(
  { fail }: Failing<typeof emailNotSent | typeof tooManyRequests>,
  result: EmailResult,
): void {
  if (result.ok) return;
  const { retryAfterMillis } = result;
  if (retryAfterMillis !== undefined) fail(tooManyRequests, { retryAfterMillis });
  fail(emailNotSent);
}
