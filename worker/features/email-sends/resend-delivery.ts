import { claimRecipients } from "../../db/email-sends/changes";
import type { EmailLog } from "../../db/emails/changes";
import type { Statement } from "../../platform/database";
import { maxSendMillis, type ResendAccess, resendBatchSize, sendByResend } from "../../platform/resend";
import { newId } from "../../platform/secrets";
import type { ReadyEmail } from "./batch";
import { recordAttempts } from "./outcome";
import { attemptOf, headersOf, type Run, type ServerOutcome } from "./smtp-delivery";

/** The SMTP server in whose place Resend's API is used: one request for a hundred emails. The password is an API key. */
export const resendHost = "smtp.resend.com";

/** The most characters of emails in one request, which is held in memory. */
const maxCharacters = 4_000_000;

/** Sends emails by Resend's API. */
export class ResendDelivery {
  /** Limits how long what is sent next may take. */
  readonly maxMillis: number;
  #run: Run;
  #from: string;
  #log: EmailLog;
  #access: ResendAccess;

  constructor(run: Run, route: { from: { email: string }; log: EmailLog }, access: ResendAccess) {
    this.#run = run;
    this.#from = route.from.email;
    this.#log = route.log;
    this.#access = access;
    this.maxMillis = maxSendMillis(access);
  }

  /** Sends emails, each portion claimed before and recorded after its request. What a server that is down leaves stays queued. */
  async deliver(emails: readonly ReadyEmail[]): Promise<ServerOutcome> {
    const { db, ...run } = this.#run;
    for (const portion of portions(emails)) {
      if (!this.#run.hasTimeFor(this.maxMillis)) break;
      const ids = portion.map(({ recipient }) => recipient.userId);
      const [rows] = await db.batch(claimRecipients(db, run, ids, { until: run.heldUntil() }));
      const claimed = portion.filter(({ recipient }) => rows.some(({ userId }) => userId === recipient.userId));
      if (claimed.length === 0) return { state: "taken" };
      const { results, down } = await sendByResend(
        this.#access,
        claimed.map((email) => ({
          from: this.#from,
          to: [email.email],
          subject: email.subject,
          html: email.html,
          text: email.text,
          headers: headersOf(email),
        })),
        newId(),
      );
      this.#run.hasTaken ||= results.some(({ ok }) => ok);
      const attempts = results.flatMap((result, index) => {
        const email = claimed[index];
        return email ? [attemptOf(email, result)] : [];
      });
      await db.batch(recordAttempts(db, run, this.#log, attempts) as [Statement, ...Statement[]]);
      if (down) return { state: "down", failure: down };
    }
    return { state: "well" };
  }

  /** Nothing is kept open. */
  async end(): Promise<void> {}
}

/** Emails as one request takes them: up to a hundred, and no more than fits; a long one by itself. */
function portions(emails: readonly ReadyEmail[]): ReadyEmail[][] {
  const all: ReadyEmail[][] = [];
  let characters = Number.POSITIVE_INFINITY;
  for (const email of emails) {
    const length = email.html.length + email.text.length;
    const last = all.at(-1);
    if (last && last.length < resendBatchSize && characters + length <= maxCharacters) {
      last.push(email);
      characters += length;
    } else {
      all.push([email]);
      characters = length;
    }
  }
  return all;
}
