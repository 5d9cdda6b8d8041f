import type { Group } from "./entry";

const themeId = "1df07ae6-abf3-4a40-83a5-a1a2cbe336ac";
const templateId = "822687fe-8d0a-4467-a0d1-416b6e639478";
const draftId = "0b0c0d0e-1f2a-4b3c-8d4e-5f6a7b8c9d0e";

const theme =
  "export function EmailTheme({ children }) { return <Html><Body><Container>{children}</Container></Body></Html>; }";
const template =
  'export function EmailTemplate() { return <><Subject value="Hello" /><NotificationCategory value="Marketing" />Hello</>; }';
const html = "<!DOCTYPE html><html><body>Hello</body></html>";

const sourceOfTemplate =
  "A TSX module that exports `EmailTemplate`, and `variablesSchema` where it takes variables, of up to 200,000 characters.";
const sourceOfTheme = "A TSX module that exports `EmailTheme`, of up to 200,000 characters.";

export const mailContent: Group = {
  section: "Administration",
  name: "Mail themes, templates and drafts",
  description:
    "What a project's mails look like and say: themes are their frames, templates and drafts what stands in them. All are TSX modules of React that may import `react`, `@react-email/components`, `arktype` and `@stackframe/emails`. They run in a sandbox without network. See docs/emails.md.",
  fields: {
    display_name: "The name for people.",
    "response.id": "The new id.",
    html: "The mail as HTML, in its theme.",
    subject: "The value of the template's `Subject`, absent without one.",
    notification_category: "The value of the template's `NotificationCategory`, absent without one.",
  },
  samples: { theme_id: themeId, template_id: templateId, draft_id: draftId, tsx_source: template },
  endpoints: {
    "GET /internal/email-themes": {
      fields: { themes: "All themes of the project.", "themes.id": "The id of the theme." },
      samples: { themes: [{ id: themeId, display_name: "Default Light" }] },
    },
    "POST /internal/email-themes": { samples: { display_name: "Winter", "response.id": themeId } },
    "GET /internal/email-themes/{theme_id}": {
      fields: { theme_id: "The id of the theme.", tsx_source: sourceOfTheme },
      samples: { display_name: "Default Light", tsx_source: theme },
    },
    "PATCH /internal/email-themes/{theme_id}": {
      fields: { theme_id: "The id of the theme.", tsx_source: sourceOfTheme },
      samples: { display_name: "Default Light", tsx_source: theme },
    },
    "GET /internal/email-templates": {
      fields: {
        templates: "All templates of the project.",
        "templates.id": "The id of the template.",
        tsx_source: sourceOfTemplate,
        theme_id: "The theme of the template, `false` for none; absent for the active theme.",
      },
      samples: { templates: [{ id: templateId, display_name: "Magic Link/OTP", tsx_source: template }] },
    },
    "POST /internal/email-templates": { samples: { display_name: "Welcome", "response.id": templateId } },
    "PATCH /internal/email-templates/{template_id}": {
      fields: {
        template_id: "The id of the template.",
        tsx_source: sourceOfTemplate,
        theme_id: "The theme of the template: an id, `false` for none, `null` for the active theme. Absent: unchanged.",
        rendered_html: "The mail with the template's preview values, in its theme.",
      },
      samples: { rendered_html: html },
    },
    "GET /internal/email-drafts": {
      fields: {
        drafts: "All drafts of the project.",
        "drafts.id": "The id of the draft.",
        tsx_source: sourceOfTemplate,
        theme_id: "The theme of the draft, `false` for none; absent for the active theme.",
        sent_at_millis: "When the draft was last sent, or `null`.",
      },
      samples: {
        drafts: [{ id: draftId, display_name: "June", tsx_source: template, theme_id: themeId, sent_at_millis: null }],
      },
    },
    "POST /internal/email-drafts": {
      fields: {
        theme_id: "The theme of the draft, `false` for none. Absent: the active theme.",
        tsx_source: `${sourceOfTemplate} Absent: a small sample.`,
      },
      samples: { display_name: "June", "response.id": draftId },
    },
    "GET /internal/email-drafts/{draft_id}": {
      fields: {
        draft_id: "The id of the draft.",
        tsx_source: sourceOfTemplate,
        theme_id: "The theme of the draft, `false` for none; absent for the active theme.",
        sent_at_millis: "When the draft was last sent, or `null`.",
      },
      samples: { "response.id": draftId, display_name: "June", sent_at_millis: null },
    },
    "PATCH /internal/email-drafts/{draft_id}": {
      fields: {
        draft_id: "The id of the draft.",
        theme_id: "The theme of the draft, `false` for none.",
        tsx_source: sourceOfTemplate,
        ok: "Always `ok`.",
      },
      samples: { display_name: "June", ok: "ok" },
    },
    "DELETE /internal/email-drafts/{draft_id}": { fields: { draft_id: "The id of the draft." } },
    "POST /emails/render-email": {
      fields: {
        template_id: "The id of a template of the project.",
        template_tsx_source: sourceOfTemplate,
        theme_id: "The id of a theme of the project, `false` for none. Absent: the active theme.",
        theme_tsx_source: sourceOfTheme,
      },
      samples: {
        template_tsx_source: template,
        theme_tsx_source: theme,
        html,
        subject: "Hello",
        notification_category: "Marketing",
      },
    },
  },
};
