import type { Result } from "../errors/result";
import type { AdminEmailConfig } from "../projects/admin-project-config";
import type { Caller } from "../requests/caller";
import { wireNames } from "../requests/wire-names";

/** Says why an email was not delivered. */
export interface DeliveryError {
  /** Holds what the mail server has replied. */
  readonly rawError: string;
  readonly errorType: string;
  /** Is true if the same email may be accepted later. */
  readonly canRetry: boolean;
  /** For people. */
  readonly message: string;
}

/** An attempt to deliver an email, in the project's log. */
export interface SentEmail {
  readonly id: string;
  readonly to: readonly string[];
  readonly subject: string;
  /** The first of `to`, or an empty text. */
  readonly recipient: string;
  readonly sentAt: Date;
  /** Says why it was not delivered; null when it was. */
  readonly error: DeliveryError | null;
}

export interface TestEmailOptions {
  readonly recipientEmail: string;
  /** The mail server to try, whether it is stored or not. */
  readonly emailConfig: Omit<Extract<AdminEmailConfig, { readonly type: "standard" }>, "type">;
}

/** @internal */
export async function listSentEmails(caller: Caller<"admin">): Promise<SentEmail[]> {
  const { items } = await caller.read("GET /internal/emails");
  return items.map((email) => ({
    id: email.id,
    to: email.to,
    subject: email.subject,
    recipient: email.to[0] ?? "",
    sentAt: new Date(email.sent_at_millis),
    error: email.error,
  }));
}

/** @internal */
export async function sendTestEmail(
  caller: Caller<"admin">,
  { recipientEmail, emailConfig }: TestEmailOptions,
): Promise<Result<undefined, { readonly errorMessage: string }>> {
  const { host, port, username, password, senderName, senderEmail } = emailConfig;
  const email_config = wireNames({ host, port, username, password, senderName, senderEmail });
  const body = { recipient_email: recipientEmail, email_config };
  const { success, error_message } = await caller.write("POST /internal/send-test-email", { body });
  if (success) return { status: "ok", data: undefined };
  return { status: "error", error: { errorMessage: error_message ?? "Email test error not specified" } };
}

/** @internal */
export async function sendSignInInvitationEmail(
  caller: Caller<"admin">,
  email: string,
  callbackUrl: string,
): Promise<void> {
  await caller.write("POST /internal/send-sign-in-invitation", { body: { email, callback_url: callbackUrl } });
}
