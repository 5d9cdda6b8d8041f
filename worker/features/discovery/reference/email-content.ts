import type { Group } from "./entry";

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
    "GET /internal/email-templates": {
      samples: { templates: [{ id: templateId, display_name: "Magic Link/OTP", tsx_source: template }] },
    },
    "POST /internal/email-templates": { samples: { display_name: "Welcome", "response.id": templateId } },
    "PATCH /internal/email-templates/{template_id}": {
      samples: { rendered_html: html },
    },
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
