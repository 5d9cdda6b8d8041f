import * as z from "zod";
import { readProject } from "../../../db/projects/project";
import { selectProject } from "../../../db/projects/queries";
import { ConsumerTurns } from "../../../platform/consumer-turns";
import type { EmailFailure } from "../../../platform/email";
import { queueConsumer } from "../../../platform/jobs";
import type { PlatformTools } from "../../../platform/tools";
import { isTrustedUrl, trustedUrl } from "../../projects";
import { emailResetCode, readResettable } from "./reset-code";

/** A message has its turns in lines of these kinds, in this order. */
const kinds = ["site", "visitor", "website", "server"] as const;
type Kind = (typeof kinds)[number];

const resetEmail = z.object({
  projectId: z.string(),
  email: z.string(),
  callbackUrl: z.string(),
  /** The site that it was requested from; none where limits are off. */
  site: z.string().optional(),
  /** That of the visitor, where a server has named one. */
  visitorSite: z.string().optional(),
  /** Says what of the project's share of emails it counts for. */
  parts: z.record(z.string(), z.number()).optional(),
  /** Says when it first had to wait for its turn, if it had to, and in which line it last had to. */
  waitsSince: z.number().optional(),
  waitsIn: z.enum(kinds).optional(),
});

export type ResetEmail = z.infer<typeof resetEmail>;

const acknowledgeAfterMillis = 250;

/** An email that would wait longer for its turn is not sent, which the delivery log says. */
const patienceMillis = 60 * 60_000;

/**
 * A site has a line in each project, and a project one for its own mail server alone, which nothing else moves. Visitors whom a project's
 * server names have lines among each other and one together: a hostile server invents them.
 */
const turns: Record<Kind, ConsumerTurns> = {
  site: new ConsumerTurns(acknowledgeAfterMillis, { maxWhole: 1 }),
  visitor: new ConsumerTurns(acknowledgeAfterMillis, { maxWhole: Number.POSITIVE_INFINITY }),
  website: new ConsumerTurns(acknowledgeAfterMillis, { maxWhole: 2 }),
  server: new ConsumerTurns(acknowledgeAfterMillis, { maxWhole: 2 }),
};

/**
 * Emails reset links, in invocations of their own that start when a batch of requests has come in. So a response's time cannot
 * show what the query and the email take. A message that is delivered twice makes two emails, of which one link can be used.
 *
 * A project's own mail server may let the ten seconds of an email pass. The email after it waits a quarter of a second, and those
 * of its project wait for their turns.
 */
export const emailResetCodes = queueConsumer({
  queue: "gatehouse-reset-mails",
  message: resetEmail,
  acknowledgeAfterMillis,
  async consume(message, tools) {
    const now = Date.now();
    const inTurns = linesOf(message).reduceRight<Work>(
      (inner, line) => async (failure) => {
        await (failure ? inner(failure) : inTurn(tools, message, { ...line, now, work: inner }));
        return true;
      },
      async (failure) => {
        await sendReset(tools, message, { now, failure });
        return true;
      },
    );
    await inTurns();
  },
});

/** Does the work, and returns whether it succeeded; `failure` is why its email is not to be sent. */
type Work = (failure?: EmailFailure) => Promise<boolean>;

/**
 * Returns in which lines a message waits before anything is read for it, which is before that of a mail server. There are none where
 * limits are off.
 */
function linesOf({ projectId, site, visitorSite = site }: ResetEmail): { kind: Kind; line: string }[] {
  if (visitorSite === undefined) return [];
  if (visitorSite === site) return [{ kind: "site", line: `${projectId} ${site}` }];
  return [
    { kind: "visitor", line: `${projectId} ${visitorSite}` },
    { kind: "website", line: projectId },
  ];
}

/**
 * Does work in the turn of its line, until when the message goes back to the queue.
 *
 * @param options.now when the consumer began with the message
 */
async function inTurn(
  { resetEmails }: PlatformTools,
  message: ResetEmail,
  options: {
    kind: Kind;
    line: string;
    now: number;
    work: Work;
  },
): Promise<void> {
  const { kind, line, now, work } = options;
  const { waitsIn } = message;
  // Where the clock was set back, it would have waited since later than now, and could wait for as long as that is away.
  const waitsSince = Math.min(message.waitsSince ?? now, now);
  // Who waits for a later turn has had this one.
  if (waitsIn && kinds.indexOf(waitsIn) > kinds.indexOf(kind)) return turns[kind].run(line, now, work);
  const patience = { hasWaited: waitsIn === kind, patienceMillis: waitsSince + patienceMillis - now };
  const wait = turns[kind].waitOf(line, now, patience);
  if (wait === 0) return turns[kind].run(line, now, work);
  if (wait > patience.patienceMillis) return void (await work(isTooLate));
  const [first] = linesOf(message);
  // One message of each site waits for a later turn: those of many sites come before the second of one.
  if (first && first.kind !== kind) turns[first.kind].hold(first.line, now, now + wait);
  await resetEmails.send({ ...message, waitsSince, waitsIn: kind } satisfies ResetEmail, {
    delaySeconds: Math.ceil(wait / 1000),
  });
}

async function sendReset(
  tools: PlatformTools,
  message: ResetEmail,
  { now, failure }: { now: number; failure?: EmailFailure | undefined },
): Promise<void> {
  const { projectId, email, callbackUrl, site, parts = {} } = message;
  const { db, settings } = tools;
  const [[row]] = await db.batch([selectProject(db, { projectId })]);
  if (!row) return;
  const project = readProject(row, { settings });
  // The project may have been deleted or its domains changed since the request.
  if (!isTrustedUrl(settings, project, callbackUrl)) return;
  const resettable = await readResettable(db, project, email);
  if (!resettable) return;
  const send = async (unsent = failure) => {
    const { ok } = await emailResetCode(tools, project, resettable, {
      callbackUrl: trustedUrl({ settings, fail: changed }, project, callbackUrl),
      // The project's share stays used, also where no email follows: else it would tell which addresses have accounts.
      count: site === undefined ? null : { site, parts, share: { giveBack: async () => {} } },
      ...(unsent && { failure: unsent }),
    });
    return ok;
  };
  // The instance's server is no project's: how long it takes is held against none.
  if (project.config.emails.server.isShared || failure) await send();
  else await inTurn(tools, message, { kind: "server", line: projectId, now, work: send });
}

const isTooLate: EmailFailure = {
  ok: false,
  reason: "timeout",
  detail:
    "The email was not sent: for an hour, its turn did not come after those before it, which were too many or for a mail server that is slow.",
  retryable: true,
};

function changed(): never {
  throw new Error("The callback URL was just trusted");
}
