import { addressFailure, MailConnection, type MailServer } from "./mail-connection";
import type { MailResult } from "./mail-failure";
import type { MailMessage } from "./mail-message";

export { MailConnection, type MailServer } from "./mail-connection";
export type { MailFailure, MailResult } from "./mail-failure";
export type { MailMessage, Sender } from "./mail-message";

/** Longest time for a mail, from the first packet to the server's last word. */
const defaultTimeoutMs = 10_000;

/**
 * Sends one mail to one SMTP server over a connection of its own and returns the outcome; it never throws for what a
 * server, a network or a recipient does.
 */
export async function sendMail(
  server: MailServer,
  message: MailMessage,
  { timeoutMs = defaultTimeoutMs, greetingMs }: { timeoutMs?: number; greetingMs?: number } = {},
): Promise<MailResult> {
  const unwritable = addressFailure(message);
  if (unwritable) return unwritable;
  const deadline = Date.now() + timeoutMs;
  const connection = await MailConnection.open(server, { timeoutMs, ...(greetingMs && { greetingMs }) });
  if (!(connection instanceof MailConnection)) return connection;
  const result = await connection.send(message, { timeoutMs: Math.max(1, deadline - Date.now()) });
  await connection.end();
  return result;
}
