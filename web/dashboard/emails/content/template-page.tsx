import { useSuspenseQuery } from "@tanstack/react-query";
import { Link, useParams } from "@tanstack/react-router";
import { useState } from "react";
import type { EmailTemplate } from "../../../kit/emails/content";
import { Button, buttonClasses } from "../../../ui/buttons/button";
import { useShownCode } from "../../code/shown-code";
import { kitCode } from "../../code/written-code";
import { configOptions } from "../../forms/config-queries";
import { useOwnedProject } from "../../projects/use-owned-projects";
import type { PageReads } from "../../shell/start-reads";
import { useTranslation } from "../../translation/use-translation";
import { isSystemTemplate, usedFor } from "./built-in";
import { ContentDialogs, useContentConfig, useContentDialog } from "./content-dialogs";
import { ContentHeader } from "./content-header";
import { MissingContent } from "./missing-content";
import { OwnServerNotice } from "./own-server-notice";
import { type Content, templatesOptions, themesOptions } from "./queries";
import { ThemeChoice } from "./theme-choice";
import { Workspace } from "./workspace";

const to = "/projects/$projectId/emails/templates";

/** What the page reads first. */
export const reads: PageReads = ({ app }) => [templatesOptions(app), themesOptions(app), configOptions(app)];

/** A template of emails in an editor. */
export function TemplatePage() {
  const t = useTranslation();
  const { projectId, templateId } = useParams({ from: "/projects/$projectId/emails/templates/$templateId" });
  const { data: templates } = useSuspenseQuery(templatesOptions(useOwnedProject().app));
  const template = templates.find(({ id }) => id === templateId);
  if (!template) {
    return <MissingContent title={t("Template not found")} list={t("All templates")} to={to} projectId={projectId} />;
  }
  return <OneTemplate key={template.id} template={template} projectId={projectId} />;
}

function OneTemplate({ template, projectId }: { template: EmailTemplate; projectId: string }) {
  const t = useTranslation();
  const { app } = useOwnedProject();
  const { show } = useShownCode();
  const { id, displayName, tsxSource, themeId } = template;
  // Counts resets, after which the editor begins anew.
  const [resets, setResets] = useState(0);
  const { open } = useContentDialog();
  const { rename, remove } = useContentConfig("templates", id);
  const isSystem = isSystemTemplate(id);

  async function save({ source, themeId: theme }: Content) {
    await app.updateEmailTemplate(id, source, theme === undefined ? null : theme);
    show({
      title: t("Change a template"),
      code: kitCode([], "adminApp.updateEmailTemplate", id, source, theme === undefined ? null : theme),
    });
  }

  return (
    <div className="flex flex-col gap-6">
      <ContentHeader
        title={displayName}
        description={
          isSystem ? t(usedFor(id)) : t("A template of your own, which your backend or a send from the dashboard uses.")
        }
        list={t("Templates")}
        to={to}
        projectId={projectId}
        actions={
          <>
            <Button variant="secondary" onClick={() => open("rename")}>
              {t("Rename")}
            </Button>
            {isSystem ? (
              <Button variant="secondary" onClick={() => open("reset")}>
                {t("Reset")}
              </Button>
            ) : (
              <Button variant="secondary" onClick={() => open("delete")}>
                {t("Delete")}
              </Button>
            )}
            {!isSystem && (
              <Link
                to="/projects/$projectId/emails/send"
                params={{ projectId }}
                search={{ template: id }}
                className={buttonClasses()}
              >
                {t("Send")}
              </Link>
            )}
          </>
        }
      />
      <OwnServerNotice />
      <Workspace
        key={resets}
        kind="template"
        id={id}
        saved={{ source: tsxSource, themeId }}
        onSave={save}
        previewOf={(content) => ({
          templateTsxSource: content.source,
          themeId: content.themeId,
          notificationCategoryName: "Transactional",
        })}
        controls={(content, onChange) => (
          <ThemeChoice value={content.themeId} onValueChange={(theme) => onChange({ ...content, themeId: theme })} />
        )}
        hasVariables
      />
      <ContentDialogs
        name={displayName}
        list={to}
        projectId={projectId}
        rename={{
          title: t("Rename the template"),
          successMessage: t("The template is renamed."),
          mutationFn: rename,
        }}
        reset={
          isSystem && {
            title: t("Reset {template}?", { template: displayName }),
            description: t(
              "Your source, theme and name of this template are lost, and it is again as every project has it.",
            ),
            confirmLabel: t("Reset template"),
            successMessage: t("The template is as it was."),
            mutationFn: async () => {
              await remove();
              setResets(resets + 1);
            },
          }
        }
        remove={
          !isSystem && {
            title: t("Delete {template}?", { template: displayName }),
            description: t("What sends this template by its id fails from now on. This cannot be undone."),
            confirmLabel: t("Delete template"),
            successMessage: t("The template is deleted."),
            mutationFn: () => remove(),
          }
        }
      />
    </div>
  );
}
