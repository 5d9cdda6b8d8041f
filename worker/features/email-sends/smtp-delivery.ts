import { claimRecipients, type RunKey } from "../../db/email-sends/changes";
import type { EmailLog } from "../../db/emails/changes";
import type { Database, Statement } from "../../platform/database";
import {
  type EmailFailure,
  type EmailResult,
  type MailServer,
  MailServerConnection,
  type Sender,
} from "../../platform/email";
import type { ReadyEmail } from "./batch";
import { type Attempt, recordAttempts } from "./outcome";

/** Connections of one run. Servers allow few from one address. */
const maxConnections = 2;

/** So many emails for each connection before another one is opened. */
const emailsPerConnection = 20;

/** The longest time for one email, and for opening a connection. */
const emailTimeoutMs = 10_000;

/** After so many emails in turn on which a connection broke, the server is left alone for a while. */
const maxBreaks = 3;

/** Holds what every part of a run works with. */
export interface Run extends RunKey {
  db: Database;
  /** Returns until when the run holds the send after a claim. */
  heldUntil(): number;
  /** Tells whether so many milliseconds are left to it: it begins nothing that may take longer, unless it has tried no email yet. */
  hasTimeFor(millis: number): boolean;
  /** Is true if its mail server has taken an email; absent as long as there was none to take. */
  hasTaken?: boolean;
}

/** Says how it went with a server. */
export type ServerOutcome =
  | { state: "well" }
  /** The send is over, or is another run's by now. */
  | { state: "taken" }
  /** No email gets through at the moment, or, where that is not retryable, at all. */
  | { state: "down"; failure: EmailFailure };

/** Sends emails by SMTP over a few connections, which are kept from batch to batch. */
export class SmtpDelivery {
  /** Limits how long what is sent next may take. */
  readonly maxMillis = emailTimeoutMs;
  #run: Run;
  #server: MailServer;
  #from: Sender;
  #log: EmailLog;
  #idle: MailServerConnection[] = [];
  #outcome: ServerOutcome = { state: "well" };
  #breaks = 0;

  constructor(run: Run, route: { server: MailServer; from: Sender; log: EmailLog }) {
    this.#run = run;
    this.#server = route.server;
    this.#from = route.from;
    this.#log = route.log;
  }

  /** Sends each email and records it. Where the server fails, so do the emails that are left. */
  async deliver(emails: readonly ReadyEmail[]): Promise<ServerOutcome> {
    const queue = [...emails];
    // The others are opened only when the first one stands: a server that is down is tried once.
    const first = await this.#connect();
    if (first) {
      const wanted = Math.min(maxConnections, Math.ceil(queue.length / emailsPerConnection));
      const others = Array.from({ length: wanted - 1 }, async () => this.#work(queue, await this.#connect(true)));
      await Promise.all([this.#work(queue, first), ...others]);
    }
    const { state } = this.#outcome;
    if (this.#outcome.state === "down") {
      const { failure } = this.#outcome;
      const { db, ...run } = this.#run;
      const statements = recordAttempts(
        db,
        run,
        this.#log,
        queue.map((message) => attemptOf(message, failure)),
      );
      if (statements.length > 0) await db.batch(statements as [Statement, ...Statement[]]);
    }
    return state === "well" ? { state } : this.#outcome;
  }

  /** Ends the connections. */
  async end(): Promise<void> {
    await Promise.all(this.#idle.splice(0).map((connection) => connection.end()));
  }

  async #connect(isFurther = false): Promise<MailServerConnection | undefined> {
    const idle = this.#idle.pop();
    if (idle) return idle;
    const opened = await MailServerConnection.open(this.#server, { timeoutMs: emailTimeoutMs });
    if (opened instanceof MailServerConnection) return opened;
    // A server that takes no further connection still has the first one.
    if (!isFurther) {
      this.#outcome = { state: "down", failure: opened };
      this.#run.hasTaken ??= false;
    }
    return undefined;
  }

  async #work(queue: ReadyEmail[], opened: MailServerConnection | undefined): Promise<void> {
    let connection = opened;
    // Holds what has been recorded, email by email: the next one is claimed only afterwards.
    let recorded: Promise<unknown> = Promise.resolve();
    while (connection && this.#outcome.state === "well" && this.#run.hasTimeFor(emailTimeoutMs)) {
      const message = queue.shift();
      if (!message) break;
      const attempt = await this.#send(connection, message, recorded);
      if (!attempt) {
        this.#outcome = { state: "taken" };
        break;
      }
      const { db, ...run } = this.#run;
      recorded = db.batch(recordAttempts(db, run, this.#log, [attempt]) as [Statement, ...Statement[]]);
      // It is awaited later, where it fails the run.
      recorded.catch(() => {});
      this.#run.hasTaken ||= attempt.result.ok;
      this.#breaks = connection.isOpen ? 0 : this.#breaks + 1;
      if (this.#breaks >= maxBreaks && !attempt.result.ok) {
        this.#outcome = { state: "down", failure: { ...attempt.result, retryable: true, isOutcomeUnknown: false } };
      } else if (!connection.isOpen && queue.length > 0 && this.#run.hasTimeFor(emailTimeoutMs)) {
        connection = await this.#connect();
      }
    }
    await recorded;
    if (connection?.isOpen) this.#idle.push(connection);
  }

  /** Undefined when the email is not this run's to send any more. */
  async #send(
    connection: MailServerConnection,
    message: ReadyEmail,
    recorded: Promise<unknown>,
  ): Promise<Attempt | undefined> {
    const { db, ...run } = this.#run;
    let claimed: Promise<boolean> = Promise.resolve(true);
    const claim = async () => {
      await recorded;
      const [rows] = await db.batch(claimRecipients(db, run, [message.recipient.userId], { until: run.heldUntil() }));
      return rows.length > 0;
    };
    const result = await connection.send(
      {
        from: this.#from,
        to: message.email,
        subject: message.subject,
        html: message.html,
        text: message.text,
        headers: headersOf(message),
      },
      {
        timeoutMs: emailTimeoutMs,
        claim: () => {
          claimed = claim();
          return claimed;
        },
      },
    );
    // The time may be over while the claim is under way: it is recorded after it.
    const isClaimed = await claimed;
    return result && isClaimed ? attemptOf(message, result) : undefined;
  }
}

/** An attempt to send an email, with how it went. */
export function attemptOf({ recipient, email, subject, unsubscribeLink }: ReadyEmail, result: EmailResult): Attempt {
  return { recipient, email, subject, ...(unsubscribeLink && { unsubscribeLink }), result };
}

/** By RFC 8058 an email program offers to unsubscribe, and sends the POST itself. */
export function headersOf({ unsubscribeLink }: ReadyEmail): Record<string, string> {
  if (unsubscribeLink === undefined) return {};
  return { "List-Unsubscribe": `<${unsubscribeLink}>`, "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" };
}
