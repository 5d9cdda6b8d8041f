import { queryOptions } from "@tanstack/react-query";
import type { EmailPreviewOptions, GatehouseAdminApp } from "../../../kit";
import { emailContent, previewBody } from "../../../kit/operations/email-content";
import { tableOf } from "../../../kit/rows/operation";
import { viewOf } from "../../../react/queries/view-of";

/** Holds what is edited: a source, and the theme of the email, where it has a choice. */
export interface Content {
  readonly source: string;
  /** Undefined for the active theme, false for none. */
  readonly themeId: string | false | undefined;
}

export type ContentKind = "template" | "theme" | "draft";

/** The themes of a project's emails. */
export const themesOptions = (app: GatehouseAdminApp) => viewOf(app, emailContent.listEmailThemes);

/** A theme with its source. */
export const themeOptions = (app: GatehouseAdminApp, id: string) => viewOf(app, emailContent.getEmailTheme, id);

/** The templates of a project's emails. */
export const templatesOptions = (app: GatehouseAdminApp) => viewOf(app, emailContent.listEmailTemplates);

/** The drafts of a project's emails. */
export const draftsOptions = (app: GatehouseAdminApp) => viewOf(app, emailContent.listEmailDrafts);

/** Says what to render, and the category to send it in where the template says none. Without one, a theme is shown with all that it has. */
export interface PreviewedEmail extends EmailPreviewOptions {
  readonly notificationCategoryName?: "Transactional" | "Marketing";
}

/** An email as it looks with preview values. */
export interface FinishedEmail {
  readonly html: string;
  readonly subject: string | undefined;
  readonly category: string | undefined;
}

const { renderEmail } = tableOf("admin", ({ read }) => ({
  renderEmail: read(
    "POST /emails/render-email",
    ({ notificationCategoryName, ...email }: PreviewedEmail) => ({
      body: { ...previewBody(email), notification_category_name: notificationCategoryName },
    }),
    ({ html, subject, notification_category }): FinishedEmail => ({ html, subject, category: notification_category }),
    "email-previews",
  ),
}));

/** An email as it is rendered, with its subject, which the kit's own preview leaves out. */
export const renderedEmailOptions = (app: GatehouseAdminApp, email: PreviewedEmail) => viewOf(app, renderEmail, email);

/** The stored messages of the assistant's thread about a theme, a template or a draft. */
export function threadOptions(app: GatehouseAdminApp, threadId: string) {
  return queryOptions({
    queryKey: ["assistant-thread", app.projectId, threadId],
    queryFn: async () => (await app.listChatMessages(threadId)).messages,
  });
}
