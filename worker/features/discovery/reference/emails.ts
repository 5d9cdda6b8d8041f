import type { Group } from "./entry";
import { cursor, ids } from "./samples";

const deliveryError = {
  rawError: "550 5.1.1 No such user",
  errorType: "rejected",
  canRetry: false,
  message: "The email server rejected the email. Please check your email configuration and try again later.",
};

const loggedSamples = {
  email_id: "5a6b7c8d-9e0f-4a1b-8c2d-3e4f5a6b7c8d",
  "items.id": "5a6b7c8d-9e0f-4a1b-8c2d-3e4f5a6b7c8d",
  "response.id": "5a6b7c8d-9e0f-4a1b-8c2d-3e4f5a6b7c8d",
  kind: "send",
  "query.kind": "send",
  send_id: "0b1c2d3e-4f5a-4b6c-8d7e-9f0a1b2c3d4e",
  user_id: ids.user,
};

export const emails: Group = {
  section: "Administration",
  name: "Emails",
  description:
    "Emails from a project to its users, and what became of them. A bulk email is a send: it is accepted at once and delivered in the background, with at most one email to each user.",
  samples: {
    allowed: "anyone",
    template_id: "e7d009ce-8d47-4528-b245-5bf119f2ffa3",
    draft_id: "7c1d2e3f-4a5b-4c6d-8e7f-9a0b1c2d3e4f",
    notification_category_name: "Marketing",
    results: [{ user_id: ids.user, user_email: "ada@example.com" }],
    send_id: "0b1c2d3e-4f5a-4b6c-8d7e-9f0a1b2c3d4e",
    "items.id": "0b1c2d3e-4f5a-4b6c-8d7e-9f0a1b2c3d4e",
    variant: "html",
    subject: "News",
    status: "finished",
    is_addressed: true,
    counts: { queued: 0, sending: 0, sent: 9998, skipped: 1, failed: 1, unknown: 0, cancelled: 0 },
    user_display_name: "Ada Lovelace",
    user_primary_email: "ada@example.com",
    attempts: 1,
    skip_reason: null,
    error: deliveryError,
    "items.error": deliveryError,
    "query.cursor": ids.user,
    "query.limit": 100,
    to: ["ada@example.com"],
    sender_config: {
      type: "standard",
      host: "mail.example.com",
      port: 587,
      username: "hello",
      sender_name: "Acme",
      sender_email: "hello@example.com",
    },
  },
  endpoints: {
    "POST /emails/send-email": {
      samples: { body: { html: "<p>We have news.</p>", subject: "News", user_ids: [ids.user] } },
    },
    "GET /internal/emails/sends": {},
    "GET /internal/emails/sends/{send_id}": {},
    "GET /internal/emails/sends/{send_id}/recipients": {
      samples: { status: "failed", "items.error": deliveryError },
    },
    "POST /internal/emails/sends/{send_id}/cancel": { samples: { body: {} } },
    "GET /internal/emails": {},
    "GET /internal/emails/log": {
      samples: {
        ...loggedSamples,
        "query.status": "failed",
        "query.recipient": "ada@example.com",
        since_millis: 1767225600000,
        until_millis: 1769904000000,
        "query.cursor": cursor,
        next_cursor: cursor,
      },
    },
    "GET /internal/emails/log/{email_id}": {
      samples: {
        ...loggedSamples,
        content: { status: "shown", html: "<p>We have news.</p>", text: "We have news.", message: null },
        is_waiting: false,
        can_resend: true,
      },
    },
    "POST /internal/emails/log/{email_id}/resend": {
      samples: { ...loggedSamples, body: {} },
    },
    "POST /internal/send-test-email": {
      samples: {
        body: {
          recipient_email: "ada@example.com",
          email_config: {
            host: "mail.example.com",
            port: 587,
            username: "hello",
            password: "correct horse",
            sender_name: "Acme",
            sender_email: "hello@example.com",
          },
        },
        response: { success: true },
      },
    },
    "POST /internal/send-sign-in-invitation": {
      samples: { "body.email": "grace@example.com" },
    },
    "POST /internal/failed-emails-digest": {
      samples: {
        authorization: "Bearer 6c1f0c5e9b7a4d2e8f3b1a0c9d8e7f6a",
        dry_run: "true",
        response: {
          success: true,
          failed_emails_by_tenancy: [
            {
              project_id: ids.project,
              project_display_name: "Acme",
              owner_emails: ["ada@example.com"],
              failed_emails: [{ subject: "News", to: ["grace@example.com"], error_type: "authentication" }],
            },
          ],
        },
      },
    },
    "GET /internal/emails/recipients": {},
  },
};
