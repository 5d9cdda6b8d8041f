import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import type { EmailTheme } from "../../../kit";
import { describeFailure } from "../../../react/errors/describe-failure";
import { Button } from "../../../ui/buttons/button";
import { Badge } from "../../../ui/feedback/badge";
import { Select } from "../../../ui/forms/select";
import { useToast } from "../../../ui/overlays/toast";
import { useShownCode } from "../../code/shown-code";
import { kitCode } from "../../code/written-code";
import { configOptions, useSaveConfig } from "../../forms/config";
import { useOwnedProject, useRead } from "../../projects/use-owned-projects";
import type { PageReads } from "../../shell/start-reads";
import { useTranslation } from "../../translation/use-translation";
import { ContentEditor, ContentListPage, contentPage, useContentConfig } from "./content-page";
import { templatesOptions, themeOptions, themesOptions } from "./queries";
import { useActiveTheme } from "./theme-choice";

/** Lists what the list, or the page of the theme in the address, reads first. */
export const reads: PageReads<{ themeId?: string }> = ({ app, params: { themeId } }) => [
  themesOptions(app),
  configOptions(app),
  ...(themeId === undefined ? [] : [themeOptions(app, themeId), templatesOptions(app)]),
];

/** The themes of the project's emails, one of which is active. */
export function ThemesPage() {
  const t = useTranslation();
  const { app } = useOwnedProject();
  const themes = useRead(themesOptions);
  const active = useActiveTheme();
  const activate = useActivateTheme();
  return (
    <ContentListPage
      kind="theme"
      description={t("The frames of your emails. The active one is that of every email that chooses no other.")}
      contents={themes}
      note={({ id }) => (isSystemTheme(id) ? t("Built in") : t("A theme of your own."))}
      aside={(theme) =>
        theme.id === active?.id ? (
          <Badge tone="success">{t("Active")}</Badge>
        ) : (
          <Button
            variant="secondary"
            size="small"
            className="relative"
            aria-label={t("Make active: {theme}", { theme: theme.displayName })}
            isPending={activate.isPending && activate.theme?.id === theme.id}
            onClick={() => activate.run(theme)}
          >
            {t("Make active")}
          </Button>
        )
      }
      creation={{
        title: t("New theme"),
        description: t("It begins as Default Light, which you change in the editor."),
        submitLabel: t("Create theme"),
        create: (name) => app.createEmailTheme(name),
        code: (name) => ({ title: t("Create a theme"), code: kitCode([], "adminApp.createEmailTheme", name) }),
      }}
    />
  );
}

/** A theme of emails in an editor. */
export const ThemePage = contentPage("theme", themesOptions, ThemeEditor);

function ThemeEditor({ content: theme }: { content: EmailTheme }) {
  const t = useTranslation();
  const { app } = useOwnedProject();
  const { show } = useShownCode();
  const { id, displayName } = theme;
  const stored = useRead(themeOptions, id);
  const templates = useRead(templatesOptions);
  const [sample, setSample] = useState<string>(sampleTemplateId);
  const activate = useActivateTheme();
  const isActive = useActiveTheme()?.id === id;
  const { rename, remove } = useContentConfig("themes", id);
  const isBuiltIn = isSystemTheme(id);
  return (
    <ContentEditor
      kind="theme"
      content={theme}
      description={
        isActive
          ? t("The active theme: the frame of every email that chooses no other.")
          : t("The frame of emails that choose it.")
      }
      action={
        !isActive && (
          <Button isPending={activate.isPending} onClick={() => activate.run(theme)}>
            {t("Make active")}
          </Button>
        )
      }
      saved={{ source: stored.tsxSource, themeId: undefined }}
      onSave={async ({ source }) => {
        await app.updateEmailTheme(id, source);
        show({ title: t("Change a theme"), code: kitCode([], "adminApp.updateEmailTheme", id, source) });
      }}
      previewOf={({ source }) => ({ templateId: sample, themeTsxSource: source })}
      controls={() => (
        <Select
          label={t("Email in the preview")}
          options={templates.map((template) => ({ value: template.id, label: template.displayName }))}
          value={sample}
          onValueChange={setSample}
        />
      )}
      onRename={rename}
      isBuiltIn={isBuiltIn}
      removal={
        isBuiltIn
          ? {
              title: t("Reset {theme}?", { theme: displayName }),
              description: t("Your source and name of this theme are lost, and it is again as every project has it."),
              confirmLabel: t("Reset theme"),
              successMessage: t("The theme is as it was."),
              mutationFn: () => remove(),
            }
          : {
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
  );
}

/** Makes a theme the active one, in which emails come that choose no other. */
function useActivateTheme() {
  const t = useTranslation();
  const toast = useToast();
  const saveConfig = useSaveConfig();
  const { mutate, isPending, variables } = useMutation({
    mutationFn: ({ id }: EmailTheme) => saveConfig({ "emails.selectedThemeId": id }),
    onSuccess: (_, { displayName }) =>
      toast({ tone: "success", message: t("{theme} is the active theme.", { theme: displayName }) }),
    onError: (error) => toast({ tone: "danger", message: describeFailure(error, t) }),
  });
  return { run: mutate, isPending, theme: variables };
}

/** The template that previews show where none is chosen. */
const sampleTemplateId = "822687fe-8d0a-4467-a0d1-416b6e639478";

const systemThemes = ["1df07ae6-abf3-4a40-83a5-a1a2cbe336ac", "a0172b5d-cff0-463b-83bb-85124697373a"];

/** Tells whether every project has the theme. */
function isSystemTheme(id: string): boolean {
  return systemThemes.includes(id);
}
