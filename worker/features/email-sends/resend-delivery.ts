import { claimRecipients } from "../../db/email-sends/changes";
import type { MailLog } from "../../db/emails/changes";
import type { Statement } from "../../platform/database";
import { maxSendMillis, type ResendAccess, resendBatchSize, sendByResend } from "../../platform/resend";
import { newId } from "../../platform/secrets";
import type { ReadyMail } from "./batch";
import { recordAttempts } from "./outcome";
import { attemptOf, headersOf, type Run, type ServerOutcome } from "./smtp-delivery";

/** The SMTP server in whose place Resend's API is used: one request for a hundred mails. The password is an API key. */
export const resendHost = "smtp.resend.com";

/** The most characters of mails in one request, which is held in memory. */
const maxCharacters = 4_000_000;

/** Sends mails by Resend's API. */
export class ResendDelivery {
  /** How long what is sent next may take. */
  readonly maxMillis: number;
  #run: Run;
  #from: string;
  #log: MailLog;
  #access: ResendAccess;

  constructor(run: Run, route: { from: { email: string }; log: MailLog }, access: ResendAccess) {
    this.#run = run;
    this.#from = route.from.email;
    this.#log = route.log;
    this.#access = access;
    this.maxMillis = maxSendMillis(access);
  }

  /** Sends mails, each portion claimed before and recorded after its request. What a server that is down leaves stays queued. */
  async deliver(mails: readonly ReadyMail[]): Promise<ServerOutcome> {
    const { db, ...run } = this.#run;
    for (const portion of portions(mails)) {
      if (!this.#run.hasTimeFor(this.maxMillis)) break;
      const ids = portion.map(({ recipient }) => recipient.userId);
      const [rows] = await db.batch(claimRecipients(db, run, ids, { until: run.heldUntil() }));
      const claimed = portion.filter(({ recipient }) => rows.some(({ userId }) => userId === recipient.userId));
      if (claimed.length === 0) return { state: "taken" };
      const { results, down } = await sendByResend(
        this.#access,
        claimed.map((mail) => ({
          from: this.#from,
          to: [mail.email],
          subject: mail.subject,
          html: mail.html,
          text: mail.text,
          headers: headersOf(mail),
        })),
        newId(),
      );
      this.#run.hasTaken ||= results.some(({ ok }) => ok);
      const attempts = results.flatMap((result, index) => {
        const mail = claimed[index];
        return mail ? [attemptOf(mail, result)] : [];
      });
      await db.batch(recordAttempts(db, run, this.#log, attempts) as [Statement, ...Statement[]]);
      if (down) return { state: "down", failure: down };
    }
    return { state: "well" };
  }

  /** Nothing is kept open. */
  async end(): Promise<void> {}
}

/** Mails as one request takes them: up to a hundred, and no more than fits; a long one by itself. */
function portions(mails: readonly ReadyMail[]): ReadyMail[][] {
  const all: ReadyMail[][] = [];
  let characters = Number.POSITIVE_INFINITY;
  for (const mail of mails) {
    const length = mail.html.length + mail.text.length;
    const last = all.at(-1);
    if (last && last.length < resendBatchSize && characters + length <= maxCharacters) {
      last.push(mail);
      characters += length;
    } else {
      all.push([mail]);
      characters = length;
    }
  }
  return all;
}
