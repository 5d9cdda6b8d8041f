import { base64, composeMessage, isPlainAddress, type MailMessage } from "./mail-message";
import { SmtpConnection, SmtpError, type SmtpReply } from "./smtp-connection";

export type { MailMessage, Sender } from "./mail-message";

export interface MailServer {
  /** A name or an address; IPv6 in brackets. */
  host: string;
  port: number;
  /** Encrypted from the first byte (RFC 8314). Without it, port 465 is, and any other port is by STARTTLS where offered. */
  implicitTls?: boolean;
  credentials?: { username: string; password: string };
}

/** Why a mail was not sent, in the cases that an owner can fix. */
export type MailFailureReason =
  /** No such host, or no server listens there. */
  | "unreachable"
  /** The server does not take the credentials, or they cannot be sent to it safely. */
  | "authentication"
  /** The password for the server is stored under a root secret that is gone. */
  | "unreadable-password"
  /** The server wants a later try (4yz). */
  | "temporary"
  /** The address of the sender or the recipient is not one. */
  | "rejected-address"
  /** The server does not take this mail (5yz). */
  | "rejected"
  /** The whole took longer than its limit. */
  | "timeout"
  | "connection-lost"
  /** No server was tried: a rule of this installation keeps the mail back, as `detail` explains. */
  | "withheld"
  /** What listens there is no mail server, or none that can be trusted. */
  | "unknown";

export interface MailFailure {
  ok: false;
  reason: MailFailureReason;
  /** One sentence of ours, without addresses or secrets. */
  detail: string;
  /** The server's reply, for its owner to read. */
  serverReply?: string;
  /** Whether the same mail may get through a little later. */
  retryable: boolean;
}

export type MailResult = { ok: true } | MailFailure;

/** Longest time for a mail, from the first packet to the server's last word. */
const defaultTimeoutMs = 10_000;

/** How much of a server's reply is kept. */
const maxServerReplyLength = 500;

/**
 * Sends one mail to one SMTP server (RFC 5321, RFC 6409) and returns the outcome; it never throws for what a server,
 * a network or a recipient does.
 *
 * Credentials are sent only under TLS with a valid certificate, or to this very machine: a server that offers no
 * encryption gets none, be it by its own fault or by an attacker in between who strips STARTTLS (RFC 3207 section 6).
 */
export async function sendMail(
  server: MailServer,
  message: MailMessage,
  { timeoutMs = defaultTimeoutMs }: { timeoutMs?: number } = {},
): Promise<MailResult> {
  if (!isPlainAddress(message.from.email) || !isPlainAddress(message.to)) {
    return failure("rejected-address", "The address of the sender or of the recipient is not valid");
  }
  const content = composeMessage(message, new Date());
  let connection: SmtpConnection;
  try {
    connection = new SmtpConnection(server.host, server.port, server.implicitTls ?? server.port === 465);
  } catch (error) {
    return classify(error, false);
  }
  const limit = Promise.withResolvers<MailResult>();
  const timer = setTimeout(
    () => limit.resolve(failure("timeout", `The mail server did not finish within ${timeoutMs} ms`)),
    timeoutMs,
  );
  try {
    return await Promise.race([deliver(connection, server, message, content), limit.promise]);
  } finally {
    clearTimeout(timer);
    connection.close();
  }
}

async function deliver(
  connection: SmtpConnection,
  server: MailServer,
  message: MailMessage,
  content: string,
): Promise<MailResult> {
  let isLoggingIn = false;
  try {
    await connection.open();
    let offers = await greet(connection);
    if (!connection.isEncrypted && offers.has("STARTTLS")) {
      await connection.startTls();
      // RFC 3207 section 4.2: what was offered before encryption may be forged and is forgotten.
      offers = await greet(connection);
    }
    if (server.credentials) {
      if (!connection.isEncrypted && !isThisMachine(server.host)) {
        return failure("authentication", "The server offers no encryption, so the password was not sent");
      }
      isLoggingIn = true;
      await logIn(connection, server.credentials, offers.get("AUTH") ?? []);
      isLoggingIn = false;
    }
    await connection.command(`MAIL FROM:<${message.from.email}>`, 2);
    await connection.command(`RCPT TO:<${message.to}>`, 2);
    await connection.command("DATA", 3);
    await connection.write(`${dotStuffed(content)}.\r\n`);
    await connection.expect(2);
    // The server has accepted the mail; whether QUIT arrives changes nothing.
    await connection.write("QUIT\r\n").catch(() => {});
    return { ok: true };
  } catch (error) {
    return classify(error, isLoggingIn);
  }
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

/** RFC 5321 section 4.5.2: a line that begins with a dot gets one more, so that no line of a mail can end it. */
function dotStuffed(content: string): string {
  return content.replace(/^\./gm, "..");
}

/** Names of the loopback interface, where no one can listen in. Other spellings of it count as foreign. */
function isThisMachine(host: string): boolean {
  return ["localhost", "127.0.0.1", "[::1]"].includes(host);
}

function classify(error: unknown, isLoggingIn: boolean): MailFailure {
  if (!(error instanceof SmtpError)) throw error;
  switch (error.problem) {
    case "unreachable":
      return failure("unreachable", error.message);
    case "connection-lost":
      return failure("connection-lost", error.message);
    case "unsafe":
    case "not-smtp":
      return failure("unknown", error.message);
    case "refused":
      return failure(refusalReason(error.reply?.code ?? 0, isLoggingIn), error.message, error.reply);
  }
}

function refusalReason(code: number, isLoggingIn: boolean): MailFailureReason {
  if (code >= 400 && code < 500) return "temporary";
  // RFC 4954 section 6: 530 requires a login, 534, 535 and 538 turn one down.
  if (isLoggingIn || [530, 534, 535, 538].includes(code)) return "authentication";
  return code === 553 ? "rejected-address" : "rejected";
}

const retryableReasons: ReadonlySet<MailFailureReason> = new Set([
  "unreachable",
  "temporary",
  "timeout",
  "connection-lost",
]);

function failure(reason: MailFailureReason, detail: string, reply?: SmtpReply): MailFailure {
  return {
    ok: false,
    reason,
    detail,
    ...(reply && { serverReply: reply.text.slice(0, maxServerReplyLength) }),
    retryable: retryableReasons.has(reason),
  };
}

/**
 * Reads `smtp://user:password@host:port` (STARTTLS where offered; default port 587) or `smtps://…` (implicit TLS;
 * default port 465). User and password are percent-decoded.
 *
 * @throws TypeError that describes what is wrong without repeating the address, which holds a password.
 */
export function parseSmtpUrl(address: string): MailServer {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  const implicitTls = url?.protocol === "smtps:";
  if (!url?.hostname || (url.protocol !== "smtp:" && !implicitTls)) {
    throw new TypeError("A mail server is written smtp://user:password@host:port or smtps://user:password@host:port");
  }
  const port = Number(url.port) || (implicitTls ? 465 : 587);
  return {
    host: url.hostname,
    port,
    implicitTls: implicitTls || port === 465,
    ...(url.username !== "" && {
      credentials: { username: decodeURIComponent(url.username), password: decodeURIComponent(url.password) },
    }),
  };
}
