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

const source = 'export function EmailTheme({ children }) { return <div className="bg-blue-50">{children}</div>; }';

export const assistant: Group = {
  section: "Administration",
  name: "Assistant",
  description:
    "A model that writes the sources of email themes, templates and drafts, where the operator of the instance has configured one. The owner's messages and the source go to that model.",
  samples: {
    thread_id: "1df07ae6-abf3-4a40-83a5-a1a2cbe336ac",
    context_type: "email-theme",
    "body.messages": [{ role: "user", content: [{ type: "text", text: "Make it blue" }] }],
    "body.message": { role: "user", content: [{ type: "text", text: "Make it blue" }] },
    "response.messages": [{ role: "user", content: [{ type: "text", text: "Make it blue" }] }],
    "response.content": [
      { type: "text", text: "The background is blue now." },
      {
        type: "tool-call",
        toolName: "createEmailTheme",
        toolCallId: "call_8f2b",
        args: { content: source },
        argsText: JSON.stringify({ content: source }),
        result: "success",
      },
    ],
  },
  endpoints: {
    "POST /internal/ai-chat/{thread_id}": {},
    "PATCH /internal/ai-chat/{thread_id}": {},
    "GET /internal/ai-chat/{thread_id}": {},
  },
};

const themeId = "1df07ae6-abf3-4a40-83a5-a1a2cbe336ac";
const templateId = "822687fe-8d0a-4467-a0d1-416b6e639478";
const draftId = "0b0c0d0e-1f2a-4b3c-8d4e-5f6a7b8c9d0e";

const theme =
  "export function EmailTheme({ children }) { return <Html><Body><Container>{children}</Container></Body></Html>; }";
const template =
  'export function EmailTemplate() { return <><Subject value="Hello" /><NotificationCategory value="Marketing" />Hello</>; }';
const html = "<!DOCTYPE html><html><body>Hello</body></html>";

export const emailContent: Group = {
  section: "Administration",
  name: "Email themes, templates and drafts",
  description:
    "What a project's emails look like and say: themes are their frames, templates and drafts what stands in them. All are TSX modules of React that may import `react`, `@react-email/components`, `arktype` and `@stackframe/emails`. They run in a sandbox without network. See docs/emails.md.",
  samples: { theme_id: themeId, template_id: templateId, draft_id: draftId, tsx_source: template },
  endpoints: {
    "GET /internal/email-themes": {
      samples: { themes: [{ id: themeId, display_name: "Default Light" }] },
    },
    "POST /internal/email-themes": { samples: { display_name: "Winter", "response.id": themeId } },
    "GET /internal/email-themes/{theme_id}": {
      samples: { display_name: "Default Light", tsx_source: theme },
    },
    "PATCH /internal/email-themes/{theme_id}": {
      samples: { display_name: "Default Light", tsx_source: theme },
    },
    "DELETE /internal/email-themes/{theme_id}": {},
    "GET /internal/email-templates": {
      samples: { templates: [{ id: templateId, display_name: "Magic Link/OTP", tsx_source: template }] },
    },
    "POST /internal/email-templates": { samples: { display_name: "Welcome", "response.id": templateId } },
    "PATCH /internal/email-templates/{template_id}": {
      samples: { rendered_html: html },
    },
    "DELETE /internal/email-templates/{template_id}": {},
    "GET /internal/email-drafts": {
      samples: {
        drafts: [{ id: draftId, display_name: "June", tsx_source: template, theme_id: themeId, sent_at_millis: null }],
      },
    },
    "POST /internal/email-drafts": {
      samples: { display_name: "June", "response.id": draftId },
    },
    "GET /internal/email-drafts/{draft_id}": {
      samples: { "response.id": draftId, display_name: "June", sent_at_millis: null },
    },
    "PATCH /internal/email-drafts/{draft_id}": {
      samples: { display_name: "June", ok: "ok" },
    },
    "DELETE /internal/email-drafts/{draft_id}": {},
    "POST /emails/render-email": {
      samples: {
        html,
        subject: "Hello",
        notification_category: "Marketing",
      },
    },
  },
};
