import { useSuspenseQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { useState } from "react";
import type { EmailTheme } from "../../../kit/emails/content";
import { Button } from "../../../ui/buttons/button";
import { Select } from "../../../ui/forms/select";
import { useShownCode } from "../../code/shown-code";
import { kitCode } from "../../code/written-code";
import { configOptions } from "../../forms/config-queries";
import { useOwnedProject } from "../../projects/use-owned-projects";
import type { PageReads } from "../../shell/start-reads";
import { useTranslation } from "../../translation/use-translation";
import { isSystemTheme, sampleTemplateId } from "./built-in";
import { ContentDialogs, useContentConfig, useContentDialog } from "./content-dialogs";
import { ContentHeader } from "./content-header";
import { MissingContent } from "./missing-content";
import { OwnServerNotice } from "./own-server-notice";
import { type Content, templatesOptions, themeOptions, themesOptions } from "./queries";
import { useActiveTheme } from "./theme-choice";
import { useActivateTheme } from "./use-activate-theme";
import { Workspace } from "./workspace";

const to = "/projects/$projectId/emails/themes";

/** What the page reads first. */
export const reads: PageReads<{ themeId: string }> = ({ app, params: { themeId } }) => [
  themesOptions(app),
  themeOptions(app, themeId),
  templatesOptions(app),
  configOptions(app),
];

/** A theme of emails in an editor. */
export function ThemePage() {
  const t = useTranslation();
  const { projectId, themeId } = useParams({ from: "/projects/$projectId/emails/themes/$themeId" });
  const { data: themes } = useSuspenseQuery(themesOptions(useOwnedProject().app));
  const theme = themes.find(({ id }) => id === themeId);
  if (!theme)
    return <MissingContent title={t("Theme not found")} list={t("All themes")} to={to} projectId={projectId} />;
  return <OneTheme key={theme.id} theme={theme} projectId={projectId} />;
}

function OneTheme({ theme, projectId }: { theme: EmailTheme; projectId: string }) {
  const t = useTranslation();
  const { app } = useOwnedProject();
  const { show } = useShownCode();
  const { id, displayName } = theme;
  const { data: stored } = useSuspenseQuery(themeOptions(app, id));
  const { data: templates } = useSuspenseQuery(templatesOptions(app));
  const [sample, setSample] = useState<string>(sampleTemplateId);
  const [resets, setResets] = useState(0);
  const activate = useActivateTheme();
  const isActive = useActiveTheme()?.id === id;
  const { open } = useContentDialog();
  const { rename, remove } = useContentConfig("themes", id);
  const isSystem = isSystemTheme(id);

  async function save({ source }: Content) {
    await app.updateEmailTheme(id, source);
    show({ title: t("Change a theme"), code: kitCode([], "adminApp.updateEmailTheme", id, source) });
  }

  return (
    <div className="flex flex-col gap-6">
      <ContentHeader
        title={displayName}
        description={
          isActive
            ? t("The active theme: the frame of every email that chooses no other.")
            : t("The frame of emails that choose it.")
        }
        list={t("Themes")}
        to={to}
        projectId={projectId}
        actions={
          <>
            <Button variant="secondary" onClick={() => open("rename")}>
              {t("Rename")}
            </Button>
            <Button variant="secondary" onClick={() => open(isSystem ? "reset" : "delete")}>
              {isSystem ? t("Reset") : t("Delete")}
            </Button>
            {!isActive && (
              <Button isPending={activate.isPending} onClick={() => activate.run(theme)}>
                {t("Make active")}
              </Button>
            )}
          </>
        }
      />
      <OwnServerNotice />
      <Workspace
        key={resets}
        kind="theme"
        id={id}
        saved={{ source: stored.tsxSource, themeId: undefined }}
        onSave={save}
        previewOf={({ source }) => ({ templateId: sample, themeTsxSource: source })}
        controls={() => (
          <Select
            label={t("Email in the preview")}
            options={templates.map((template) => ({ value: template.id, label: template.displayName }))}
            value={sample}
            onValueChange={setSample}
          />
        )}
        hasVariables={false}
      />
      <ContentDialogs
        name={displayName}
        list={to}
        projectId={projectId}
        rename={{ title: t("Rename the theme"), successMessage: t("The theme is renamed."), mutationFn: rename }}
        reset={
          isSystem && {
            title: t("Reset {theme}?", { theme: displayName }),
            description: t("Your source and name of this theme are lost, and it is again as every project has it."),
            confirmLabel: t("Reset theme"),
            successMessage: t("The theme is as it was."),
            mutationFn: async () => {
              await remove();
              setResets(resets + 1);
            },
          }
        }
        remove={
          !isSystem && {
            title: t("Delete {theme}?", { theme: displayName }),
            description: isActive
              ? t("Emails come in Default Light from now on. This cannot be undone.")
              : t("Emails that choose this theme come in the active one from now on. This cannot be undone."),
            confirmLabel: t("Delete theme"),
            successMessage: t("The theme is deleted."),
            mutationFn: () => remove(isActive),
          }
        }
      />
    </div>
  );
}
