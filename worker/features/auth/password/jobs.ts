import * as z from "zod";
import { readProject } from "../../../db/projects/project";
import { selectProject } from "../../../db/projects/queries";
import { ConsumerTurns } from "../../../platform/consumer-turns";
import { queueConsumer } from "../../../platform/jobs";
import type { MailFailure } from "../../../platform/mail";
import type { PlatformTools } from "../../../platform/tools";
import { isTrustedUrl, trustedUrl } from "../../projects";
import { mailResetCode, readResettable } from "./reset-code";

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
  /** When it first had to wait for its turn, if it had to, and in which line it last had to. */
  waitsSince: z.number().optional(),
  waitsIn: z.enum(["site", "server"]).optional(),
});

export type ResetMail = z.infer<typeof resetMail>;

const acknowledgeAfterMillis = 250;

/** A mail that would wait longer for its turn is not sent, which the delivery log says. */
const patienceMillis = 60 * 60_000;

/** A site has a line in each project, and a project one for its own mail server alone, which nothing else moves. */
const turns = {
  site: new ConsumerTurns(acknowledgeAfterMillis, { isDivided: true }),
  server: new ConsumerTurns(acknowledgeAfterMillis),
};

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
    const now = Date.now();
    const line = siteLine(message);
    if (line === undefined) return mail(tools, message, { now });
    const work = async (failure?: MailFailure) => {
      await mail(tools, message, { now, failure });
      return true;
    };
    // Who waits for the server has had the turn of the site.
    if (message.waitsIn === "server") return turns.site.run(line, now, work);
    await inTurn(tools, message, { kind: "site", line, now, work });
  },
});

function siteLine({ projectId, site, visitorSite = site }: ResetMail): string | undefined {
  return visitorSite === undefined ? undefined : `${projectId} ${visitorSite}`;
}

/**
 * Does work in the turn of its line, until when the message goes back to the queue.
 *
 * @param options.now when the consumer began with the message
 * @param options.work says whether it succeeded; `failure` is why its mail is not to be sent
 */
async function inTurn(
  { resetMails }: PlatformTools,
  message: ResetMail,
  options: {
    kind: keyof typeof turns;
    line: string;
    now: number;
    work: (failure?: MailFailure) => Promise<boolean>;
  },
): Promise<void> {
  const { kind, line, now, work } = options;
  const { waitsSince = now, waitsIn } = message;
  const patience = { hasWaited: waitsIn === kind, patienceMillis: waitsSince + patienceMillis - now };
  const wait = turns[kind].waitOf(line, now, patience);
  if (wait === 0) return turns[kind].run(line, now, work);
  if (wait > patience.patienceMillis) return void (await work(isTooLate));
  const site = siteLine(message);
  // One message of each site waits for a server: those of many sites come before the second of one.
  if (kind === "server" && site !== undefined) turns.site.hold(site, now, now + wait);
  await resetMails.send({ ...message, waitsSince, waitsIn: kind } satisfies ResetMail, {
    delaySeconds: Math.ceil(wait / 1000),
  });
}

async function mail(
  tools: PlatformTools,
  message: ResetMail,
  { now, failure }: { now: number; failure?: MailFailure | undefined },
): Promise<void> {
  const { projectId, email, callbackUrl, site, parts = {} } = message;
  const { db, settings } = tools;
  const [[row]] = await db.batch([selectProject(db, { projectId })]);
  if (!row) return;
  const project = readProject(row, settings);
  // The project may have been deleted or its domains changed since the request.
  if (!isTrustedUrl(settings, project, callbackUrl)) return;
  const resettable = await readResettable(db, project, email);
  if (!resettable) return;
  const send = async (unsent = failure) => {
    const { ok } = await mailResetCode(tools, project, resettable, {
      callbackUrl: trustedUrl({ settings, fail: changed }, project, callbackUrl),
      // The project's share stays used, also where no mail follows: else it would tell which addresses have accounts.
      count: site === undefined ? null : { site, parts, share: { giveBack: async () => {} } },
      ...(unsent && { failure: unsent }),
    });
    return ok;
  };
  // The installation's server is no project's: how long it takes is held against none.
  if (project.config.emails.server.isShared || failure) await send();
  else await inTurn(tools, message, { kind: "server", line: projectId, now, work: send });
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
