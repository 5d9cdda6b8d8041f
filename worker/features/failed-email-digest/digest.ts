import { takeDigest } from "../../db/emails/changes";
import { selectDueDigests, selectFailedEmails } from "../../db/emails/queries";
import { selectOwnerRecipients } from "../../db/memberships/queries";
import { type Project, readProject } from "../../db/projects/project";
import { selectProject } from "../../db/projects/queries";
import { batchesByName } from "../../platform/database";
import { type EmailTools, emailDepsOf, sendSystemEmail } from "../emails";

/** Failures that a digest counts, and owners who get it. */
const maxFailures = 100;
const maxOwners = 20;

const dayMillis = 24 * 60 * 60_000;

/** The emails of a project that failed within a day, and who is emailed about them. */
export interface Digest {
  project: Project;
  owners: { displayName: string | null; email: string }[];
  failures: Awaited<ReturnType<typeof selectFailedEmails>>;
}

/** The digests that are due by a time, without those of projects that are gone or have no owners. */
export async function dueDigests(
  { db, firstDb, settings }: Pick<EmailTools, "db" | "firstDb" | "settings">,
  { dueBy, limit }: { dueBy: number; limit: number },
): Promise<{ found: number; digests: Digest[] }> {
  const [due] = await db.batch([selectDueDigests(db, { dueBy, limit })]);
  const digests: Digest[] = [];
  for (const { projectId } of due) {
    const [[row], failures] = await db.batch([
      selectProject(db, { projectId }),
      // A digest may be late by as long as an outage lasts.
      selectFailedEmails(db, { projectId, since: Date.now() - 2 * dayMillis, limit: maxFailures }),
    ]);
    const project = row && readProject(row, { settings });
    if (!project?.ownerTeamId || failures.length === 0) {
      await db.batch([takeDigest(db, { projectId })]);
      continue;
    }
    const team = { teamId: project.ownerTeamId, limit: maxOwners };
    const [owners] = await firstDb.batch([selectOwnerRecipients(firstDb, team)]);
    const reachable = owners.flatMap(({ displayName, email }) => (email === null ? [] : [{ displayName, email }]));
    digests.push({ project, owners: reachable, failures });
  }
  return { found: due.length, digests };
}

/** Emails a digest to the owners of the project, from the project in which they sign in: once, however many send it at a time. */
export async function sendDigest(tools: EmailTools, { project, owners, failures }: Digest): Promise<void> {
  const { db, firstDb, settings } = tools;
  const [
    {
      taken: [taken],
    },
    {
      internal: [row],
    },
  ] = await batchesByName(
    { db, statements: { taken: takeDigest(db, { projectId: project.id }) } },
    { db: firstDb, statements: { internal: selectProject(firstDb, { projectId: "internal" }) } },
  );
  if (!taken || !row) return;
  const deps = await emailDepsOf({ ...tools, db: firstDb }, readProject(row, { settings }));
  for (const { displayName, email } of owners) {
    await sendSystemEmail(deps, {
      template: "failed_emails",
      to: email,
      variables: {
        userDisplayName: displayName,
        failingProject: project.displayName,
        failures: summaryOf(failures),
        projectLink: `${settings.webUrl}/projects/${project.id}`,
      },
    });
  }
}

/** Returns how many failed, and the most frequent reason, in words of ours: servers and sources say what they like. */
function summaryOf(failures: Digest["failures"]): string {
  const byReason = Map.groupBy(failures, ({ error }) => error?.errorType ?? "");
  const [most] = [...byReason].toSorted(([, a], [, b]) => b.length - a.length);
  const reason = reasons[most?.[0] ?? ""] ?? "the mail server did not take them";
  const isOne = failures.length === 1;
  const count =
    failures.length >= maxFailures
      ? `${maxFailures} or more emails`
      : isOne
        ? "One email"
        : `${failures.length} emails`;
  return `${count} failed within a day, ${isOne ? "because" : "most of them because"} ${reason}. The project's delivery log shows each of them.`;
}

const reasons: Readonly<Record<string, string>> = {
  unreachable: "the mail server could not be reached",
  authentication: "the mail server did not accept the user name or the password",
  "unreadable-password": "the password of the mail server has to be entered again",
  temporary: "the mail server asked to try again later",
  "rejected-address": "an address was not valid",
  timeout: "the mail server did not respond in time",
  "no-greeting": "the mail server did not respond in time",
  "connection-lost": "the connection to the mail server was lost",
  withheld: "a rule of this instance kept them back",
  rendering: "a template or theme could not be rendered",
  unknown: "the mail server could not be used",
};
