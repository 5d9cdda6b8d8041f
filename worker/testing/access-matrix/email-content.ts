// Themes, templates, drafts and previews of emails.
import { newDraftSource } from "../../config/built-in-emails/new-sources";
import type { Row } from "./row";
import type { Scenario } from "./scenario";

const theme_id = "1df07ae6-abf3-4a40-83a5-a1a2cbe336ac";
const template_id = "822687fe-8d0a-4467-a0d1-416b6e639478";
const notAdmins = "signedOut anonymous self otherUser member holder server foreign";
const adminsOnly = { "200": "admin owner", "401 INSUFFICIENT_ACCESS_TYPE": notAdmins };

async function draftOf({ project }: Scenario) {
  const { body } = await project.admin("POST /internal/email-drafts", { body: { display_name: "June" } });
  return { draft_id: body.id as string };
}

export const emailContent: Row[] = [
  { key: "GET /internal/email-themes", input: () => ({}), outcomes: adminsOnly },
  { key: "POST /internal/email-themes", input: () => ({ body: { display_name: "New" } }), outcomes: adminsOnly },
  { key: "GET /internal/email-themes/{theme_id}", input: () => ({ params: { theme_id } }), outcomes: adminsOnly },
  {
    key: "PATCH /internal/email-themes/{theme_id}",
    input: () => ({
      params: { theme_id },
      body: { tsx_source: "export const EmailTheme = ({ children }) => children;" },
    }),
    outcomes: adminsOnly,
  },
  {
    key: "DELETE /internal/email-themes/{theme_id}",
    input: async ({ project }) => {
      const { body } = await project.admin("POST /internal/email-themes", { body: { display_name: "Old" } });
      return { params: { theme_id: body.id } };
    },
    isOnce: true,
    outcomes: adminsOnly,
  },
  {
    key: "DELETE /internal/email-templates/{template_id}",
    input: async ({ project }) => {
      const { body } = await project.admin("POST /internal/email-templates", { body: { display_name: "Old" } });
      return { params: { template_id: body.id } };
    },
    isOnce: true,
    outcomes: adminsOnly,
  },
  { key: "GET /internal/email-templates", input: () => ({}), outcomes: adminsOnly },
  {
    key: "POST /internal/email-templates",
    isOnce: true,
    input: () => ({ body: { display_name: "New" } }),
    outcomes: adminsOnly,
  },
  {
    key: "PATCH /internal/email-templates/{template_id}",
    input: () => ({ params: { template_id }, body: { tsx_source: newDraftSource } }),
    // The project sends by the shared server.
    outcomes: { "400 REQUIRES_CUSTOM_EMAIL_SERVER": "admin owner", "401 INSUFFICIENT_ACCESS_TYPE": notAdmins },
    withoutEvent: "It is refused; templates.test.ts has the event.",
  },
  { key: "GET /internal/email-drafts", input: () => ({}), outcomes: adminsOnly },
  { key: "POST /internal/email-drafts", input: () => ({ body: { display_name: "New" } }), outcomes: adminsOnly },
  {
    key: "GET /internal/email-drafts/{draft_id}",
    input: async (scenario) => ({ params: await draftOf(scenario) }),
    outcomes: adminsOnly,
  },
  {
    key: "PATCH /internal/email-drafts/{draft_id}",
    input: async (scenario) => ({ params: await draftOf(scenario), body: { display_name: "July" } }),
    outcomes: adminsOnly,
  },
  {
    key: "DELETE /internal/email-drafts/{draft_id}",
    input: async (scenario) => ({ params: await draftOf(scenario) }),
    outcomes: adminsOnly,
  },
  {
    key: "POST /emails/render-email",
    input: () => ({ body: { template_id } }),
    outcomes: adminsOnly,
    withoutEvent: "It shows how an email would look, and changes nothing.",
  },
];

// The assistant of email sources.

const params = { thread_id: "1df07ae6-abf3-4a40-83a5-a1a2cbe336ac" };

export const assistant: Row[] = [
  {
    key: "POST /internal/ai-chat/{thread_id}",
    input: () => ({ params, body: { context_type: "email-theme", messages: [{ role: "user", content: "blue" }] } }),
    // No model is configured.
    outcomes: { "501": "admin owner", "401 INSUFFICIENT_ACCESS_TYPE": notAdmins },
    withoutEvent: "It asks a model, and stores nothing.",
  },
  {
    key: "PATCH /internal/ai-chat/{thread_id}",
    input: () => ({ params, body: { message: "blue" } }),
    outcomes: { "200": "admin owner", "401 INSUFFICIENT_ACCESS_TYPE": notAdmins },
    withoutEvent: "The thread holds what was said; what becomes of it is recorded when it is saved.",
  },
  {
    key: "GET /internal/ai-chat/{thread_id}",
    input: () => ({ params }),
    outcomes: { "200": "admin owner", "401 INSUFFICIENT_ACCESS_TYPE": notAdmins },
  },
];
