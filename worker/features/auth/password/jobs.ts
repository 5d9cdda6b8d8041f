import * as z from "zod";
import { readProject } from "../../../db/projects/project";
import { selectProject } from "../../../db/projects/queries";
import { ConsumerTurns } from "../../../platform/consumer-turns";
import { queueConsumer } from "../../../platform/jobs";
import type { MailFailure } from "../../../platform/mail";
import type { PlatformTools } from "../../../platform/tools";
import { isTrustedUrl, trustedUrl } from "../../projects";
import { mailResetCode } from "./reset-code";

const resetMail = z.object({
  projectId: z.string(),
  email: z.string(),
  callbackUrl: z.string(),
  /** The site that it was requested from; none where limits are off. */
  site: z.string().optional(),
  /** That of the visitor, where a server has named one. */
  visitorSite: z.string().optional(),
  /** What of the project's share of mails it counts for. */
  parts: z.record(z.string(), z.number()).optional(),
  /** When it first had to wait for its turn, if it had to. */
  waitsSince: z.number().optional(),
});

export type ResetMail = z.infer<typeof resetMail>;

const acknowledgeAfterMillis = 250;

/** A mail that would wait longer for its turn is not sent, which the delivery log says. */
const patienceMillis = 60 * 60_000;

const turns = new ConsumerTurns(acknowledgeAfterMillis);

/**
 * Mails reset links, in invocations of their own that start when a batch of requests has come in: what the query and the
 * mail take cannot show in a response's time. A message that is delivered twice makes two mails, of which one link can be used.
 *
 * A project's own mail server may let the ten seconds of a mail pass; the mail after it waits a quarter of a second, and its
 * project's for their turns.
 */
export const mailResetCodes = queueConsumer({
  queue: "gatehouse-reset-mails",
  message: resetMail,
  acknowledgeAfterMillis,
  async consume(message, tools) {
    const { projectId, site, visitorSite = site, waitsSince } = message;
    const requested = { projectId, site: visitorSite };
    const now = Date.now();
    const patience = {
      hasWaited: waitsSince !== undefined,
      patienceMillis: (waitsSince ?? now) + patienceMillis - now,
    };
    const wait = turns.waitOf(requested, now, patience);
    if (wait === 0) return turns.run(requested, () => mail(tools, message));
    if (wait > patience.patienceMillis) return void (await mail(tools, message, isTooLate));
    await tools.resetMails.send({ ...message, waitsSince: waitsSince ?? now } satisfies ResetMail, {
      delaySeconds: Math.ceil(wait / 1000),
    });
  },
});

/** Whether the project's own server took the mail, or would not have by `failure`; undefined where it had none to take. */
async function mail(
  tools: PlatformTools,
  { projectId, email, callbackUrl, site, parts = {} }: ResetMail,
  failure?: MailFailure,
): Promise<boolean | undefined> {
  const { db, settings } = tools;
  const [[row]] = await db.batch([selectProject(db, { projectId })]);
  if (!row) return undefined;
  const project = readProject(row, settings);
  // The project may have been deleted or its domains changed since the request.
  if (!isTrustedUrl(settings, project, callbackUrl)) return undefined;
  const result = await mailResetCode(tools, project, {
    email,
    callbackUrl: trustedUrl({ settings, fail: changed }, project, callbackUrl),
    // The project's share stays used, also where no mail follows: else it would tell which addresses have accounts.
    count: site === undefined ? null : { site, parts, share: { giveBack: async () => {} } },
    ...(failure && { failure }),
  });
  // The installation's server is no project's: how long it takes is held against none.
  return project.config.emails.server.isShared ? undefined : result?.ok;
}

const isTooLate: MailFailure = {
  ok: false,
  reason: "timeout",
  detail:
    "The email was not sent: for an hour, its turn did not come after those before it, which were too many or for a mail server that is slow.",
  retryable: true,
};

function changed(): never {
  throw new Error("The callback URL was just trusted");
}
