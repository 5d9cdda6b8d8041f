import { useMutation, useSuspenseQuery } from "@tanstack/react-query";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { Badge } from "../../../ui/feedback/badge";
import { useShownCode } from "../../code/shown-code";
import { kitCode } from "../../code/written-code";
import { configOptions } from "../../forms/config-queries";
import { useOwnedProject } from "../../projects/use-owned-projects";
import type { PageReads } from "../../shell/start-reads";
import { useTranslation } from "../../translation/use-translation";
import { isSystemTemplate, usedFor } from "./built-in";
import { ContentItem, ContentList, ContentListPage, itemLinkClasses } from "./content-list";
import { NameDialog } from "./name-dialog";
import { OwnServerNotice } from "./own-server-notice";
import { templatesOptions, themesOptions } from "./queries";

/** What the page reads first. */
export const reads: PageReads = ({ app }) => [templatesOptions(app), themesOptions(app), configOptions(app)];

/** The templates of the project's emails: those that the system sends, and others. */
export function TemplatesPage() {
  const t = useTranslation();
  const { app, id: projectId } = useOwnedProject();
  const { data: templates } = useSuspenseQuery(templatesOptions(app));
  const { data: themes } = useSuspenseQuery(themesOptions(app));
  const { create: isCreating } = useSearch({ from: "/projects/$projectId/emails/templates" });
  const navigate = useNavigate({ from: "/projects/$projectId/emails/templates" });
  const { show } = useShownCode();
  const { mutateAsync: create } = useMutation({ mutationFn: (name: string) => app.createEmailTemplate(name) });

  function themeName(themeId: string | false | undefined) {
    if (themeId === false) return t("No theme");
    return themes.find(({ id }) => id === themeId)?.displayName ?? t("Active theme");
  }

  return (
    <ContentListPage
      page="templates"
      title={t("Templates")}
      description={t("Emails that are sent again and again, by the system or by your backend.")}
      createLabel={t("New template")}
      onCreate={() => void navigate({ search: { create: true } })}
    >
      <OwnServerNotice />
      <ContentList label={t("Templates")}>
        {templates.map(({ id, displayName, themeId }) => (
          <ContentItem
            key={id}
            link={
              <Link
                to="/projects/$projectId/emails/templates/$templateId"
                params={{ projectId, templateId: id }}
                className={itemLinkClasses}
              >
                {displayName}
              </Link>
            }
            note={isSystemTemplate(id) ? t(usedFor(id)) : t("A template of your own.")}
          >
            <span className="text-sm text-ink-soft">{themeName(themeId)}</span>
            <Badge tone={isSystemTemplate(id) ? "neutral" : "accent"}>
              {isSystemTemplate(id) ? t("Built in") : t("Own")}
            </Badge>
          </ContentItem>
        ))}
      </ContentList>
      {isCreating && (
        <NameDialog
          title={t("New template")}
          description={t("It begins with a small sample, which you change in the editor.")}
          submitLabel={t("Create template")}
          onSubmit={async (name) => {
            const { id } = await create(name);
            show({ title: t("Create a template"), code: kitCode([], "adminApp.createEmailTemplate", name) });
            await navigate({
              to: "/projects/$projectId/emails/templates/$templateId",
              params: { projectId, templateId: id },
            });
          }}
          onClose={() => void navigate({ search: {}, replace: true })}
        />
      )}
    </ContentListPage>
  );
}
