import { useMutation, useSuspenseQuery } from "@tanstack/react-query";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { Button } from "../../../ui/buttons/button";
import { Badge } from "../../../ui/feedback/badge";
import { useShownCode } from "../../code/shown-code";
import { kitCode } from "../../code/written-code";
import { configOptions } from "../../forms/config-queries";
import { useOwnedProject } from "../../projects/use-owned-projects";
import type { PageReads } from "../../shell/start-reads";
import { useTranslation } from "../../translation/use-translation";
import { isSystemTheme } from "./built-in";
import { ContentItem, ContentList, ContentListPage, itemLinkClasses } from "./content-list";
import { NameDialog } from "./name-dialog";
import { OwnServerNotice } from "./own-server-notice";
import { themesOptions } from "./queries";
import { useActiveTheme } from "./theme-choice";
import { useActivateTheme } from "./use-activate-theme";

/** What the page reads first. */
export const reads: PageReads = ({ app }) => [themesOptions(app), configOptions(app)];

/** The themes of the project's emails, one of which is active. */
export function ThemesPage() {
  const t = useTranslation();
  const { app, id: projectId } = useOwnedProject();
  const { data: themes } = useSuspenseQuery(themesOptions(app));
  const { create: isCreating } = useSearch({ from: "/projects/$projectId/emails/themes" });
  const navigate = useNavigate({ from: "/projects/$projectId/emails/themes" });
  const { show } = useShownCode();
  const active = useActiveTheme();
  const activate = useActivateTheme();
  const { mutateAsync: create } = useMutation({ mutationFn: (name: string) => app.createEmailTheme(name) });
  return (
    <ContentListPage
      page="themes"
      title={t("Themes")}
      description={t("The frames of your emails. The active one is that of every email that chooses no other.")}
      createLabel={t("New theme")}
      onCreate={() => void navigate({ search: { create: true } })}
    >
      <OwnServerNotice />
      <ContentList label={t("Themes")}>
        {themes.map((theme) => (
          <ContentItem
            key={theme.id}
            link={
              <Link
                to="/projects/$projectId/emails/themes/$themeId"
                params={{ projectId, themeId: theme.id }}
                className={itemLinkClasses}
              >
                {theme.displayName}
              </Link>
            }
            note={isSystemTheme(theme.id) ? t("Built in") : t("A theme of your own.")}
          >
            {theme.id === active?.id ? (
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
            )}
          </ContentItem>
        ))}
      </ContentList>
      {isCreating && (
        <NameDialog
          title={t("New theme")}
          description={t("It begins as Default Light, which you change in the editor.")}
          submitLabel={t("Create theme")}
          onSubmit={async (name) => {
            const { id } = await create(name);
            show({ title: t("Create a theme"), code: kitCode([], "adminApp.createEmailTheme", name) });
            await navigate({ to: "/projects/$projectId/emails/themes/$themeId", params: { projectId, themeId: id } });
          }}
          onClose={() => void navigate({ search: {}, replace: true })}
        />
      )}
    </ContentListPage>
  );
}
