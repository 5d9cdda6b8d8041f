import { queryOptions } from "@tanstack/react-query";
import type { GatehouseAdminApp } from "../../../kit";
import { appInternals } from "../../../kit/app/internals";
import type { EmailPreviewOptions } from "../../../kit/emails/content";
import type { BodyOf } from "../../../kit/requests/endpoints";
import { wireNames } from "../../../kit/requests/wire-names";
import { resourceOptions } from "../../../react";

/** Holds what is edited: a source, and the theme of the email, where it has a choice. */
export interface Content {
  readonly source: string;
  /** Undefined for the active theme, false for none. */
  readonly themeId: string | false | undefined;
}

export type ContentKind = "template" | "theme" | "draft";

export {
  emailDraftOptions as draftsOptions,
  emailTemplateOptions as templatesOptions,
  emailThemeListOptions as themesOptions,
  emailThemeOptions as themeOptions,
} from "../../../react/queries/server-queries";

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

/** An email as it is rendered, with its subject, which the kit's own preview leaves out. */
export function renderedEmailOptions(app: GatehouseAdminApp, email: PreviewedEmail) {
  const body = wireNames(email);
  return resourceOptions(
    app,
    "email-previews",
    ["rendered", JSON.stringify(body)],
    async (): Promise<FinishedEmail> => {
      const rendered = await app[appInternals].caller("admin").write("POST /emails/render-email", {
        body: body as BodyOf<"POST /emails/render-email", "admin">,
      });
      return { html: rendered.html, subject: rendered.subject, category: rendered.notification_category };
    },
  );
}

/** The stored messages of the assistant's thread about a theme, a template or a draft. */
export function threadOptions(app: GatehouseAdminApp, threadId: string) {
  return queryOptions({
    queryKey: ["assistant-thread", app.projectId, threadId],
    queryFn: async () => (await app.listChatMessages(threadId)).messages,
  });
}
