import type { Project } from "../../db/projects/project";
import { type AttemptRule, countAttempt, type Limits } from "../../platform/rate-limits";
import type { Tools } from "../../platform/tools";
import { tooManyRequests } from "../../protocol/error-definitions";
import type { Failing } from "../../protocol/failing";

const windowMillis = 10 * 60_000;

/** Keeps a project's clients from filling a mailbox. */
const mailsOfProject: AttemptRule = { name: "mail", limit: 5, windowMillis };

/**
 * Keeps the installation's own server from filling a mailbox by many projects: twice what one may, for a person who signs in
 * to two. Mails of projects with servers of their own do not count: else a stranger's project, whose server may lead
 * nowhere, could keep an address from the mails of all others.
 */
const mailsOfSharedServer: AttemptRule = { name: "shared-mail", limit: 10, windowMillis };

interface SendingProject {
  id: string;
  isShared: boolean;
}

/** Counts a mail that a client requested, to an address in normal form, whether or not one is sent. */
export async function limitMailTo(
  { limits, fail }: Pick<Tools, "limits"> & Failing<typeof tooManyRequests>,
  { id, config }: Pick<Project, "id" | "config">,
  address: string,
): Promise<void> {
  if (!limits) return;
  const refusal = await countMail(limits, { id, isShared: config.emails.server.isShared }, address);
  if (refusal) fail(tooManyRequests, refusal);
}

/** Counts a mail that was not requested, such as the one of a sign-up, and returns whether it may be sent. */
export async function allowsMailTo(limits: Limits, project: SendingProject, address: string): Promise<boolean> {
  return !(await countMail(limits, project, address));
}

/** Undefined when the mail was counted, else when the next one may be. */
async function countMail(
  limits: Limits,
  { id, isShared }: SendingProject,
  address: string,
): Promise<{ retryAfterMillis: number } | undefined> {
  const ofProject = await countAttempt(limits, mailsOfProject, `${id}/${address}`);
  if ("retryAfterMillis" in ofProject) return ofProject;
  const ofServer = isShared && (await countAttempt(limits, mailsOfSharedServer, address));
  if (!ofServer || !("retryAfterMillis" in ofServer)) return undefined;
  await ofProject.giveBack();
  return ofServer;
}
