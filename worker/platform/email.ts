import type { EmailResult } from "./email-failure";
import type { EmailMessage } from "./email-message";
import { addressFailure, type MailServer, MailServerConnection } from "./mail-server-connection";

export type { EmailFailure, EmailResult } from "./email-failure";
export type { EmailMessage, Sender } from "./email-message";
export { type MailServer, MailServerConnection } from "./mail-server-connection";

/** Longest time for an email, from the first packet to the server's last word. */
const defaultTimeoutMs = 10_000;

/**
 * Sends one email to one SMTP server over a connection of its own and returns the outcome. It never throws for what a server, a network
 * or a recipient does.
 */
export async function sendEmail(
  server: MailServer,
  message: EmailMessage,
  { timeoutMs = defaultTimeoutMs, greetingMs }: { timeoutMs?: number; greetingMs?: number } = {},
): Promise<EmailResult> {
  const unwritable = addressFailure(message);
  if (unwritable) return unwritable;
  const deadline = Date.now() + timeoutMs;
  const connection = await MailServerConnection.open(server, { timeoutMs, ...(greetingMs && { greetingMs }) });
  if (!(connection instanceof MailServerConnection)) return connection;
  const result = await connection.send(message, { timeoutMs: Math.max(1, deadline - Date.now()) });
  await connection.end();
  return result;
}
