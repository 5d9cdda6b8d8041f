import { appInternals } from "../../../kit/app/internals";
import type { GatehouseAdminApp } from "../../../kit/index";
import { hiddenSecret } from "../../forms/config";
import type { Translate } from "../../translation/use-translation";
import { type ServerValues, testedServer } from "./server-values";

/** An email to one address: a plain test, or one as it is to go to users. */
export interface TestEmail {
  readonly to: string;
  readonly subject?: string | undefined;
  readonly html?: string | undefined;
}

/** Sends an email by the server of a form. Resolves to what went wrong, or null where the server took the email. */
export async function sendTestEmail(
  app: GatehouseAdminApp,
  values: ServerValues,
  { to, subject, html }: TestEmail,
): Promise<string | null> {
  const { host, port, username, password: typed, senderName, senderEmail } = testedServer(values);
  // Read for this request alone: the pages of a project keep no secrets.
  const password = typed === hiddenSecret ? await storedPassword(app) : typed;
  const { success, error_message } = await app[appInternals].caller("admin").write("POST /internal/send-test-email", {
    body: {
      recipient_email: to,
      subject,
      html,
      email_config: { host, port, username, password, sender_name: senderName, sender_email: senderEmail },
    },
  });
  return success ? null : (error_message ?? "");
}

async function storedPassword(app: GatehouseAdminApp): Promise<string> {
  const { config_string } = await app[appInternals].caller("admin").read("GET /internal/config");
  const { emails } = JSON.parse(config_string) as { emails: { server: { password?: string } } };
  return emails.server.password ?? "";
}

/** Says why a test email did not go out: what to do about it, and the words of the mail server, where it had some. */
export interface TestFailure {
  readonly advice: string;
  readonly reply: string | undefined;
}

/** Puts the API's message about a failed test email in words that say which field to look at. */
export function testFailure(message: string, t: Translate): TestFailure {
  const [what = "", ...rest] = message.split("\n\n");
  return { advice: adviceFor(what, t), reply: rest.join("\n\n").replace(/^Error:\n/, "") || undefined };
}

function adviceFor(message: string, t: Translate): string {
  if (/^Failed to connect/.test(message)) {
    return t("There is no mail server at this host and port. Check both for typing errors.");
  }
  if (/^Failed to authenticate/.test(message)) {
    return t("The mail server refused the username or the password. Enter both again.");
  }
  if (/^The email address provided is invalid/.test(message)) {
    return t("The mail server refused an address. Check the sender’s: it must be one that this server may send for.");
  }
  if (/^The email server rejected/.test(message)) {
    return t("The mail server refused the email. Check that it may send for the sender’s domain.");
  }
  if (/^The email server returned a temporary/.test(message)) {
    return t("The mail server put the email off. Wait a few minutes, then send the test again.");
  }
  if (/^Connection to email server was lost/.test(message)) {
    return t("The mail server closed the connection. Check the port: 465 is for TLS, 587 for STARTTLS.");
  }
  if (/timed out|^Timed out/i.test(message)) {
    return t("The mail server did not respond within ten seconds. Check the host and the port: 465 or 587 for most.");
  }
  return t("The test email could not be sent. Check the host and the port, then send it again.");
}
