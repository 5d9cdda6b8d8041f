import type { Actor } from "../../db/audit/actor";
import { recordAudit } from "../../db/audit/changes";
import { insertSentEmail } from "../../db/emails/changes";
import type { Project } from "../../db/projects/project";
import type { Database } from "../../platform/database";
import { type EmailFailure, sendEmail } from "../../platform/email";
import type { Settings } from "../../platform/env";
import { plainTextOf } from "../../platform/plain-text";
import { mayConnectTo } from "../../platform/private-host";
import { newId } from "../../platform/secrets";
import { deliveryError } from "./delivery-error";
import { privateServer } from "./email-route";
import { plainName } from "./name-in-email";

/** Longest times for the whole, and until the server has greeted. */
const limits = { timeoutMs: 10_000, greetingMs: 7_000 };

interface TestEmail {
  recipient_email: string;
  subject?: string | undefined;
  html?: string | undefined;
  email_config: {
    host: string;
    port: number;
    username: string;
    password: string;
    sender_name: string;
    sender_email: string;
  };
}

/**
 * Sends an email by a server that an owner is about to configure, or to send to users by. Says what went wrong in words for the
 * owner.
 */
export async function sendTestEmail(
  { db, settings }: { db: Database; settings: Settings },
  { project, actor }: { project: Pick<Project, "id" | "displayName" | "config">; actor: Actor },
  { recipient_email: to, subject = "Test email from Gatehouse", html, email_config: config }: TestEmail,
): Promise<{ success: boolean; error_message?: string }> {
  const { host, port, username, password } = config;
  const result = mayConnectTo(settings, host)
    ? await sendEmail(
        { host, port, ...(username && { credentials: { username, password } }) },
        {
          from: { name: config.sender_name, email: config.sender_email },
          to,
          subject,
          ...(html === undefined
            ? contentFor(plainName(project.displayName) || "a project")
            : { html, text: plainTextOf(html) }),
          headers: { "Auto-Submitted": "auto-generated" },
        },
        limits,
      )
    : privateServer;
  const id = newId();
  const event = {
    type: "email.tested",
    target: { type: "email", id },
    details: { host, port, is_sent: result.ok },
  } as const;
  await db.batch([
    recordAudit(db, project, actor, event),
    insertSentEmail(db, {
      projectId: project.id,
      id,
      to: [to],
      subject,
      senderConfig: {
        type: "standard",
        host,
        port,
        username,
        sender_name: config.sender_name,
        sender_email: config.sender_email,
      },
      error: result.ok ? null : deliveryError(result, [password]),
      sentAt: Date.now(),
      kind: "test",
      keptDays: project.config.emails.logRetentionDays,
    }),
  ]);
  return result.ok ? { success: true } : { success: false, error_message: testEmailError(result, password) };
}

function contentFor(projectName: string): { html: string; text: string } {
  const text = `This is a test email of ${projectName}: its email server works.`;
  const escaped = text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
  return { html: `<!doctype html><html lang="en"><body><p>${escaped}</p></body></html>`, text };
}

/** Returns what a failed test says. A server may repeat the password that it was given. */
function testEmailError(failure: EmailFailure, password: string): string {
  const { message } = deliveryError(failure, [password]);
  if (failure.reason === "timeout") {
    return "Timed out while sending test email. Make sure the email server is running and accepting connections.";
  }
  if (failure.reason === "unknown") {
    return "Unknown error while sending test email. Make sure the email server is running and accepting connections.";
  }
  return message;
}
