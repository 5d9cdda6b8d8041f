import { Link } from "@tanstack/react-router";
import type { EmailTemplate } from "../../../kit";
import { isKnownError } from "../../../kit/errors/known-error";
import { buttonClasses } from "../../../ui/buttons/button";
import { Badge } from "../../../ui/feedback/badge";
import { useShownCode } from "../../code/shown-code";
import { kitCode } from "../../code/written-code";
import { configOptions } from "../../forms/config";
import { useOwnedProject, useRead } from "../../projects/use-owned-projects";
import type { PageReads } from "../../shell/start-reads";
import { msg } from "../../translation/message";
import { useTranslation } from "../../translation/use-translation";
import { ContentEditor, ContentListPage, contentPage, useContentConfig } from "./content-page";
import { type Content, templatesOptions, themesOptions } from "./queries";

/** What both pages read first. */
export const reads: PageReads = ({ app }) => [templatesOptions(app), themesOptions(app), configOptions(app)];

/** The templates of the project's emails: those that the system sends, and others. */
export function TemplatesPage() {
  const t = useTranslation();
  const { app } = useOwnedProject();
  const templates = useRead(templatesOptions);
  const themes = useRead(themesOptions);

  function themeName(themeId: string | false | undefined) {
    if (themeId === false) return t("No theme");
    return themes.find(({ id }) => id === themeId)?.displayName ?? t("Active theme");
  }

  return (
    <ContentListPage
      kind="template"
      description={t("Emails that are sent again and again, by the system or by your backend.")}
      contents={templates}
      note={({ id }) => (isSystemTemplate(id) ? t(usedFor(id)) : t("A template of your own."))}
      aside={({ id, themeId }) => (
        <>
          <span className="text-sm text-ink-soft">{themeName(themeId)}</span>
          <Badge tone={isSystemTemplate(id) ? "neutral" : "accent"}>
            {isSystemTemplate(id) ? t("Built in") : t("Own")}
          </Badge>
        </>
      )}
      creation={{
        title: t("New template"),
        description: t("It begins with a small sample, which you change in the editor."),
        submitLabel: t("Create template"),
        create: (name) => app.createEmailTemplate(name),
        code: (name) => ({ title: t("Create a template"), code: kitCode([], "adminApp.createEmailTemplate", name) }),
        explain: (error) =>
          isKnownError(error, "EMAIL_TEMPLATE_ALREADY_EXISTS")
            ? t("There is a template with this name already. Choose another.")
            : undefined,
      }}
    />
  );
}

/** A template of emails in an editor. */
export const TemplatePage = contentPage("template", templatesOptions, TemplateEditor);

function TemplateEditor({ content: template }: { content: EmailTemplate }) {
  const t = useTranslation();
  const { app, id: projectId } = useOwnedProject();
  const { show } = useShownCode();
  const { id, displayName, tsxSource, themeId } = template;
  const { rename, remove } = useContentConfig("templates", id);
  const isBuiltIn = isSystemTemplate(id);

  async function save({ source, themeId: chosen }: Content) {
    const theme = chosen ?? null;
    await app.updateEmailTemplate(id, source, theme);
    show({ title: t("Change a template"), code: kitCode([], "adminApp.updateEmailTemplate", id, source, theme) });
  }

  return (
    <ContentEditor
      kind="template"
      content={template}
      description={
        isBuiltIn ? t(usedFor(id)) : t("A template of your own, which your backend or a send from the dashboard uses.")
      }
      action={
        !isBuiltIn && (
          <Link
            to="/projects/$projectId/emails/send"
            params={{ projectId }}
            search={{ template: id }}
            className={buttonClasses()}
          >
            {t("Send")}
          </Link>
        )
      }
      saved={{ source: tsxSource, themeId }}
      onSave={save}
      onRename={rename}
      isBuiltIn={isBuiltIn}
      removal={
        isBuiltIn
          ? {
              title: t("Reset {template}?", { template: displayName }),
              description: t(
                "Your source, theme and name of this template are lost, and it is again as every project has it.",
              ),
              confirmLabel: t("Reset template"),
              successMessage: t("The template is as it was."),
              mutationFn: () => remove(),
            }
          : {
              title: t("Delete {template}?", { template: displayName }),
              description: t("What sends this template by its id fails from now on. This cannot be undone."),
              confirmLabel: t("Delete template"),
              successMessage: t("The template is deleted."),
              mutationFn: () => remove(),
            }
      }
    />
  );
}

/** The templates that every project has, which the system sends. They cannot be deleted, and come back as they were. */
const systemTemplates = {
  "e7d009ce-8d47-4528-b245-5bf119f2ffa3": "verification",
  "a70fb3a4-56c1-4e42-af25-49d25603abd0": "password-reset",
  "822687fe-8d0a-4467-a0d1-416b6e639478": "magic-link",
  "e84de395-2076-4831-9c19-8e9a96a868e4": "team-invitation",
  "066dd73c-36da-4fd0-b6d6-ebf87683f8bc": "sign-in-invitation",
} as const;

function isSystemTemplate(id: string): id is keyof typeof systemTemplates {
  return Object.hasOwn(systemTemplates, id);
}

const uses = {
  verification: msg("Sent to verify an email address."),
  "password-reset": msg("Sent to choose a new password."),
  "magic-link": msg("Sent to sign in by a link or a code."),
  "team-invitation": msg("Sent to invite someone to a team."),
  "sign-in-invitation": msg("Sent to invite someone to sign in."),
};

/** Returns when a template is sent that every project has. */
function usedFor(id: keyof typeof systemTemplates) {
  return uses[systemTemplates[id]];
}
