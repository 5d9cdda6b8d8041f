import type { SmtpReply } from "./smtp-connection";

/** Says why an email was not sent, in the cases that an owner can fix. */
export type EmailFailureReason =
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
  /** The server does not take this email (5yz). */
  | "rejected"
  /** The whole took longer than its limit. */
  | "timeout"
  /** The server took too long to greet, where that has a limit of its own. */
  | "no-greeting"
  | "connection-lost"
  /** No server was tried: a rule of this instance keeps the email back, as `detail` explains. */
  | "withheld"
  /** No server was tried: the email cannot be made from its source, as `detail` explains. */
  | "rendering"
  /** What listens there is no mail server, or none that can be trusted. */
  | "unknown";

export interface EmailFailure {
  ok: false;
  reason: EmailFailureReason;
  /** One sentence of ours, without addresses or secrets. */
  detail: string;
  /** The server's reply, for its owner to read. */
  serverReply?: string;
  /** Is true if the same email may get through a little later. */
  retryable: boolean;
  /** One email too many for its address: it may be sent after this time. */
  retryAfterMillis?: number;
  /** The server took the sender, but not this recipient. */
  isRecipientRefused?: boolean;
  /** The whole email was sent and no reply came: the server may have accepted it, and a second try may make a second email. */
  isOutcomeUnknown?: boolean;
}

export type EmailResult = { ok: true } | EmailFailure;

/** Limits how much of a server's reply is kept. */
export const maxServerReplyLength = 500;

const retryableReasons: ReadonlySet<EmailFailureReason> = new Set([
  "unreachable",
  "temporary",
  "timeout",
  "no-greeting",
  "connection-lost",
]);

export function emailFailure(reason: EmailFailureReason, detail: string, reply?: SmtpReply): EmailFailure {
  return {
    ok: false,
    reason,
    detail,
    ...(reply && { serverReply: reply.text.slice(0, maxServerReplyLength) }),
    retryable: retryableReasons.has(reason),
  };
}
