import { type EmailFailure, type EmailFailureReason, type EmailResult, emailFailure } from "./email-failure";
import { base64, composeMessage, type EmailMessage, isPlainAddress } from "./email-message";
import { requireReply, SmtpConnection, SmtpError, type SmtpReply } from "./smtp-connection";

export interface MailServer {
  /** A name or an address; IPv6 in brackets. */
  host: string;
  port: number;
  /** Encrypted from the first byte (RFC 8314). Without it, port 465 is, and any other port is by STARTTLS where offered. */
  implicitTls?: boolean;
  credentials?: { username: string; password: string };
}

/**
 * A connection to one SMTP server (RFC 5321, RFC 6409) over which emails go one after another. Nothing of it throws for
 * what a server, a network or a recipient does.
 *
 * Credentials are sent only under TLS with a valid certificate, or to this very machine. A server that offers no
 * encryption gets none, since an attacker in between may have stripped STARTTLS (RFC 3207 section 6).
 */
export class MailServerConnection {
  #smtp: SmtpConnection;
  #offers = new Map<string, string[]>();
  #isOpen = true;
  /** Is true if the server may still hold parts of an earlier email. */
  #needsReset = false;

  private constructor(smtp: SmtpConnection) {
    this.#smtp = smtp;
  }

  /**
   * Connects, encrypts and logs in; returns why not where that fails.
   *
   * @param limits.greetingMs longest time until the server has greeted, where it differs from the rest
   */
  static async open(
    server: MailServer,
    { timeoutMs, greetingMs }: { timeoutMs: number; greetingMs?: number },
  ): Promise<MailServerConnection | EmailFailure> {
    let smtp: SmtpConnection;
    try {
      smtp = new SmtpConnection(server.host, server.port, server.implicitTls ?? server.port === 465);
    } catch (error) {
      return classify(error, false);
    }
    const connection = new MailServerConnection(smtp);
    const failure = await connection.#within(timeoutMs, async () => {
      const unanswered = greetingMs !== undefined && setTimeout(() => connection.#giveUpGreeting(), greetingMs);
      await smtp.open().finally(() => unanswered && clearTimeout(unanswered));
      return connection.#prepare(server);
    });
    if (!failure) return connection;
    connection.close();
    return connection.#hasNoGreeting ? emailFailure("no-greeting", "The mail server did not greet in time") : failure;
  }

  /** Tells whether another email can go over it: a server may hang up, and an exchange that ran out of time cannot go on. */
  get isOpen(): boolean {
    return this.#isOpen;
  }

  /**
   * Sends one email. The connection may end, or the time be over, after the whole email was sent but before the server's reply. The
   * failure is then `isOutcomeUnknown`, since the server may have accepted the email.
   *
   * @param options.claim is awaited once the server has accepted the recipient; on `false` the email is not sent, and the result is
   *   undefined
   */
  send(message: EmailMessage, options: { timeoutMs: number }): Promise<EmailResult>;
  send(
    message: EmailMessage,
    options: { timeoutMs: number; claim: () => Promise<boolean> },
  ): Promise<EmailResult | undefined>;
  async send(
    message: EmailMessage,
    { timeoutMs, claim }: { timeoutMs: number; claim?: () => Promise<boolean> },
  ): Promise<EmailResult | undefined> {
    const unwritable = addressFailure(message);
    if (unwritable) return unwritable;
    const content = composeMessage(message, new Date());
    let isHandedOver = false;
    let isClaimed = true;
    const failure = await this.#within(timeoutMs, async () => {
      const refused = await this.#sendEnvelope(message);
      if (refused) return refused;
      isClaimed = (await claim?.()) ?? true;
      if (!isClaimed) return undefined;
      await this.#smtp.command("DATA", 3);
      isHandedOver = true;
      await this.#smtp.write(`${dotStuffed(content)}.\r\n`);
      await this.#smtp.expect(2);
      this.#needsReset = false;
      return undefined;
    });
    if (!isClaimed) return undefined;
    if (!failure) return { ok: true };
    return isHandedOver && !failure.serverReply ? { ...failure, isOutcomeUnknown: true } : failure;
  }

  /** Says goodbye where the connection still stands, and releases it. */
  async end(): Promise<void> {
    if (this.#isOpen) await this.#smtp.write("QUIT\r\n").catch(() => {});
    this.close();
  }

  /** Releases the socket as it is. */
  close(): void {
    this.#isOpen = false;
    this.#smtp.close();
  }

  async #prepare(server: MailServer): Promise<EmailFailure | undefined> {
    this.#offers = await greet(this.#smtp);
    if (!this.#smtp.isEncrypted && this.#offers.has("STARTTLS")) {
      await this.#smtp.startTls();
      // RFC 3207 section 4.2: what was offered before encryption may be forged and is forgotten.
      this.#offers = await greet(this.#smtp);
    }
    if (!server.credentials) return undefined;
    if (!this.#smtp.isEncrypted && !isThisMachine(server.host)) {
      return emailFailure("authentication", "The server offers no encryption, so the password was not sent");
    }
    try {
      await logIn(this.#smtp, server.credentials, this.#offers.get("AUTH") ?? []);
      return undefined;
    } catch (error) {
      return classify(error, true);
    }
  }

  /** Names sender and recipient, in one round trip where the server takes several commands at once (RFC 2920). */
  async #sendEnvelope({ from, to }: EmailMessage): Promise<EmailFailure | undefined> {
    const first = this.#needsReset ? ["RSET", `MAIL FROM:<${from.email}>`] : [`MAIL FROM:<${from.email}>`];
    const last = `RCPT TO:<${to}>`;
    this.#needsReset = true;
    let reply: SmtpReply;
    if (this.#offers.has("PIPELINING")) {
      const replies = await this.#smtp.pipeline([...first, last]);
      for (const each of replies.slice(0, -1)) requireReply(each, 2);
      reply = replies.at(-1) as SmtpReply;
    } else {
      for (const command of first) await this.#smtp.command(command, 2);
      reply = await this.#smtp.command(last, 2, 4, 5);
    }
    try {
      requireReply(reply, 2);
      return undefined;
    } catch (error) {
      if (reply.code === 421) throw error;
      return { ...classify(error, false), isRecipientRefused: true };
    }
  }

  #hasNoGreeting = false;

  #giveUpGreeting(): void {
    this.#hasNoGreeting = true;
    this.close();
  }

  /** Runs a part of the dialogue. A refusal leaves the connection as it is; after any other failure it is closed. */
  async #within(limitMs: number, work: () => Promise<EmailFailure | undefined>): Promise<EmailFailure | undefined> {
    const limit = Promise.withResolvers<EmailFailure>();
    const timer = setTimeout(() => {
      this.close();
      limit.resolve(emailFailure("timeout", `The mail server did not finish within ${limitMs} ms`));
    }, limitMs);
    const done = work().catch((error: unknown) => {
      // RFC 5321 section 3.8: with 421 the server ends the connection.
      const isRefusal = error instanceof SmtpError && error.problem === "refused" && error.reply?.code !== 421;
      if (!isRefusal) this.close();
      return classify(error, false);
    });
    try {
      return await Promise.race([limit.promise, done]);
    } finally {
      clearTimeout(timer);
    }
  }
}

/** The failure of an email whose sender or recipient has no address that can be sent to; undefined for all others. */
export function addressFailure({ from, to }: EmailMessage): EmailFailure | undefined {
  if (isPlainAddress(from.email) && isPlainAddress(to)) return undefined;
  return emailFailure("rejected-address", "The address of the sender or of the recipient is not valid");
}

/** Sends EHLO; returns the server's extensions, each with its parameters, in upper case. */
async function greet(connection: SmtpConnection): Promise<Map<string, string[]>> {
  // A Worker has no host name; RFC 5321 section 4.1.4 then wants an address literal.
  const { text } = await connection.command("EHLO [127.0.0.1]", 2);
  const extensions = text.split("\n").slice(1);
  return new Map(
    extensions.map((line) => {
      const [name = "", ...parameters] = line.slice(4).trim().toUpperCase().split(/\s+/);
      return [name, parameters];
    }),
  );
}

async function logIn(
  connection: SmtpConnection,
  { username, password }: { username: string; password: string },
  mechanisms: string[],
): Promise<void> {
  if (mechanisms.includes("PLAIN") || !mechanisms.includes("LOGIN")) {
    await connection.command(`AUTH PLAIN ${base64(`\0${username}\0${password}`)}`, 2);
    return;
  }
  await connection.command("AUTH LOGIN", 3);
  await connection.command(base64(username), 3);
  await connection.command(base64(password), 2);
}

/** RFC 5321 section 4.5.2: a line that begins with a dot gets one more, so that no line of an email can end it. */
function dotStuffed(content: string): string {
  return content.replace(/^\./gm, "..");
}

/** Names of the loopback interface, where traffic cannot be read. Other spellings of it count as foreign. */
function isThisMachine(host: string): boolean {
  return ["localhost", "127.0.0.1", "[::1]"].includes(host);
}

function classify(error: unknown, isLoggingIn: boolean): EmailFailure {
  if (!(error instanceof SmtpError)) throw error;
  switch (error.problem) {
    case "unreachable":
      return emailFailure("unreachable", error.message);
    case "connection-lost":
      return emailFailure("connection-lost", error.message);
    case "unsafe":
    case "not-smtp":
      return emailFailure("unknown", error.message);
    case "refused":
      return emailFailure(refusalReason(error.reply?.code ?? 0, isLoggingIn), error.message, error.reply);
  }
}

function refusalReason(code: number, isLoggingIn: boolean): EmailFailureReason {
  if (code >= 400 && code < 500) return "temporary";
  // RFC 4954 section 6: 530 requires a login, 534, 535 and 538 turn one down.
  if (isLoggingIn || [530, 534, 535, 538].includes(code)) return "authentication";
  return code === 553 ? "rejected-address" : "rejected";
}

/** Tells whether a mail server greets and takes commands. No credentials and no email are sent to it. */
export async function respondsAsMailServer(server: MailServer): Promise<boolean> {
  const connection = new SmtpConnection(server.host, server.port, server.implicitTls ?? server.port === 465);
  try {
    await connection.open();
    await connection.command("EHLO [127.0.0.1]", 2);
    await connection.write("QUIT\r\n").catch(() => {});
    return true;
  } catch {
    return false;
  } finally {
    connection.close();
  }
}
