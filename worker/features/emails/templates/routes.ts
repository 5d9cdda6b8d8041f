import { themeSourceFor } from "../../../config";
import { newTemplateSource } from "../../../config/built-in-emails/new-sources";
import type { Project } from "../../../db/projects/project";
import { newId } from "../../../platform/secrets";
import type { Failing } from "../../../protocol/failing";
import type { AppRouter } from "../../access";
import { changeProject } from "../../projects";
import { templateNotFound } from "../contract";
import { changeSources, renderPreview } from "../sources";
import * as contract from "./contract";

export function templateRoutes(router: AppRouter): void {
  router.route(contract.listTemplates, ({ caller: { project } }) => ({
    templates: Object.entries(project.config.emails.templates).map(([id, { displayName, tsxSource, themeId }]) => ({
      id,
      display_name: displayName,
      tsx_source: tsxSource,
      theme_id: themeId,
    })),
  }));

  router.route(contract.createTemplate, async (context) => {
    const { body, fail } = context;
    const id = newId();
    const event = { type: "email_template.created", target: { type: "email_template", id } } as const;
    await changeSources(context, event, ({ config }) => {
      const names = Object.values(config.emails.templates).map(({ displayName }) => comparable(displayName));
      if (names.includes(comparable(body.display_name))) fail("EMAIL_TEMPLATE_ALREADY_EXISTS");
      if (names.length >= contract.maxTemplates) fail(contract.tooManyTemplates);
      return { [`emails.templates.${id}`]: { displayName: body.display_name, tsxSource: newTemplateSource } };
    });
    return { id };
  });

  router.route(contract.updateTemplate, async (context) => {
    const { caller, params, body, fail } = context;
    const { template_id: id } = params;
    const { emails } = caller.project.config;
    if (emails.server.isShared) return fail("REQUIRES_CUSTOM_EMAIL_SERVER");
    const themeIdOf = (stored: Template) => (body.theme_id === undefined ? stored.themeId : body.theme_id);
    const stored = requireTemplate(context, caller.project, id);
    const { html, subject, notificationCategory } = await renderPreview(context, caller.project, {
      source: { tsx: body.tsx_source },
      themeSource: themeSourceFor(emails, themeIdOf(stored)),
    });
    for (const [name, value] of Object.entries({ Subject: subject, NotificationCategory: notificationCategory })) {
      if (value !== undefined) continue;
      fail("EMAIL_RENDERING_ERROR", { error: `${name} is required, import it from @stackframe/emails` });
    }
    const event = { type: "email_template.updated", target: { type: "email_template", id } } as const;
    await changeSources(context, event, (current) => {
      // It may have been changed or deleted in the meantime.
      const template = requireTemplate(context, current, id);
      const themeId = themeIdOf(template) ?? undefined;
      const changed = { displayName: template.displayName, tsxSource: body.tsx_source };
      return { [`emails.templates.${id}`]: { ...changed, ...(themeId !== undefined && { themeId }) } };
    });
    return { rendered_html: html };
  });

  router.route(contract.deleteTemplate, async (context) => {
    const { caller, params } = context;
    await changeProject(context, caller.project, {}, (current) => {
      requireTemplate(context, current, params.template_id);
      return { [`emails.templates.${params.template_id}`]: null };
    });
    return { success: true as const };
  });
}

/** A name as people tell it from others. */
function comparable(name: string): string {
  return name.trim().normalize().toLowerCase();
}

type Template = Project["config"]["emails"]["templates"][string];

function requireTemplate(
  { fail }: Failing<typeof templateNotFound>,
  { config: { emails } }: Project,
  id: string,
): Template {
  return emails.templates[id] ?? fail(templateNotFound);
}
