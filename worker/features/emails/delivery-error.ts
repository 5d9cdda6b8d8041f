import type { DeliveryError } from "../../db/emails/changes";
import type { EmailFailure } from "../../platform/email";

/**
 * A failed delivery as the log shows it: `message` for the project's owner, `rawError` for the server's administrator.
 *
 * @param secrets the links and codes of the email, which a server may quote
 */
export function deliveryError(withSecrets: EmailFailure, secrets: readonly string[]): DeliveryError {
  const { serverReply } = withSecrets;
  const failure = { ...withSecrets, ...(serverReply && { serverReply: withoutSecrets(serverReply, secrets) }) };
  return {
    rawError: failure.serverReply ?? failure.detail,
    errorType: failure.reason,
    canRetry: failure.retryable,
    message: failureMessage(failure),
  };
}

function withoutSecrets(reply: string, secrets: readonly string[]): string {
  const codes = secrets.flatMap((secret) =>
    URL.canParse(secret) ? [secret, ...new URL(secret).searchParams.values()] : [secret],
  );
  // Shorter values, such as other parameters of a link, open nothing.
  return codes.filter(({ length }) => length >= 6).reduce((text, code) => text.replaceAll(code, "•••"), reply);
}

function failureMessage({ reason, detail, serverReply }: EmailFailure): string {
  const reply = serverReply ? `\n\nError:\nResponse from the email server:\n${serverReply}` : "";
  switch (reason) {
    case "unreachable":
      return "Failed to connect to the email host. Please make sure the email host configuration is correct.";
    case "authentication":
      return "Failed to authenticate with the email server. Please check your email credentials configuration.";
    case "unreadable-password":
      return "The password of the email server cannot be read any more. Please enter it again in the project's email settings.";
    case "temporary":
      return `The email server returned a temporary error. This could be due to a temporary network issue or a temporary block on the email server. Please try again later.${reply}`;
    case "rejected-address":
      return `The email address provided is invalid. Please verify both the recipient and sender email addresses configuration are correct.${reply}`;
    case "rejected":
      return `The email server rejected the email. Please check your email configuration and try again later.${reply}`;
    case "timeout":
    case "no-greeting":
      return "The email server timed out while sending the email. This could be due to a temporary network issue or a temporary block on the email server. Please try again later.";
    case "connection-lost":
      return "Connection to email server was lost unexpectedly. This could be due to incorrect email server port configuration or a temporary network issue. Please verify your configuration and try again.";
    case "withheld":
    case "rendering":
      return detail;
    case "unknown":
      return "Unknown error while sending the email. Make sure the email server is running and accepting connections.";
  }
}
