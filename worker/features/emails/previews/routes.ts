import { themeSourceFor } from "../../../config";
import type { AppRouter } from "../../access";
import { renderPreview } from "../sources";
import * as contract from "./contract";

/** The categories whose emails cannot be refused, by the one that an email is sent in whose template says none. */
const withoutLink = { Transactional: ["Transactional", ""], Marketing: ["Transactional"], unknown: [] };

export function previewRoutes(router: AppRouter): void {
  router.route(contract.renderEmail, async (context) => {
    const { caller, body, fail } = context;
    const { emails } = caller.project.config;
    const { html, subject, notificationCategory } = await renderPreview(context, caller.project, {
      themeSource: themeSource(),
      source: { tsx: templateSource() },
      categoriesWithoutLink: withoutLink[body.notification_category_name ?? "unknown"],
    });
    return { html, subject, notification_category: notificationCategory };

    function themeSource(): string {
      if ("theme_tsx_source" in body) return body.theme_tsx_source;
      const { theme_id: id } = body;
      if (id && !Object.hasOwn(emails.themes, id)) return fail(contract.noSuchTheme);
      return themeSourceFor(emails, id);
    }

    function templateSource(): string {
      if ("template_tsx_source" in body) return body.template_tsx_source;
      return emails.templates[body.template_id]?.tsxSource ?? fail(contract.noSuchTemplate);
    }
  });
}
