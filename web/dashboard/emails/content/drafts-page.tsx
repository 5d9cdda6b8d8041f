import { useMutation, useSuspenseQuery } from "@tanstack/react-query";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import FilePenIcon from "lucide-react/icons/file-pen";
import { CodeBlock } from "../../../ui/data/code-block";
import { Badge } from "../../../ui/feedback/badge";
import { Card } from "../../../ui/layout/card";
import { EmptyState } from "../../../ui/layout/empty-state";
import { RelativeTime } from "../../../ui/text/relative-time";
import { useShownCode } from "../../code/shown-code";
import { kitCode } from "../../code/written-code";
import { configOptions } from "../../forms/config-queries";
import { useOwnedProject } from "../../projects/use-owned-projects";
import type { PageReads } from "../../shell/start-reads";
import { useTranslation } from "../../translation/use-translation";
import { ContentItem, ContentList, ContentListPage, itemLinkClasses } from "./content-list";
import { NameDialog } from "./name-dialog";
import { draftsOptions, themesOptions } from "./queries";

const snippet = `const { id } = await adminApp.createEmailDraft({ displayName: "Newsletter" });
await adminApp.sendEmail({ draftId: id, allUsers: true });`;

/** What the page reads first. */
export const reads: PageReads = ({ app }) => [draftsOptions(app), themesOptions(app), configOptions(app)];

/** The drafts of the project's emails, the one that was changed last first. */
export function DraftsPage() {
  const t = useTranslation();
  const { app, id: projectId } = useOwnedProject();
  const { data: drafts } = useSuspenseQuery(draftsOptions(app));
  const { create: isCreating } = useSearch({ from: "/projects/$projectId/emails/drafts" });
  const navigate = useNavigate({ from: "/projects/$projectId/emails/drafts" });
  const { show } = useShownCode();
  const { mutateAsync: create } = useMutation({
    mutationFn: (displayName: string) => app.createEmailDraft({ displayName }),
  });
  return (
    <ContentListPage
      page="drafts"
      title={t("Drafts")}
      description={t("Emails that you write once, and send to some of your users or to all.")}
      createLabel={t("New draft")}
      onCreate={() => void navigate({ search: { create: true } })}
    >
      {drafts.length === 0 ? (
        <Card>
          <EmptyState icon={<FilePenIcon />} title={t("No drafts yet")}>
            {t("Write news to your users here, see how they look, and send them when they are done. By the kit it is:")}
          </EmptyState>
          <CodeBlock title="TypeScript" code={snippet} />
        </Card>
      ) : (
        <ContentList label={t("Drafts")}>
          {drafts.map(({ id, displayName, sentAt }) => (
            <ContentItem
              key={id}
              link={
                <Link
                  to="/projects/$projectId/emails/drafts/$draftId"
                  params={{ projectId, draftId: id }}
                  className={itemLinkClasses}
                >
                  {displayName}
                </Link>
              }
            >
              {sentAt ? (
                <>
                  <RelativeTime at={sentAt} className="text-sm text-ink-soft" />
                  <Badge tone="success">{t("Sent")}</Badge>
                </>
              ) : (
                <Badge>{t("Not sent")}</Badge>
              )}
            </ContentItem>
          ))}
        </ContentList>
      )}
      {isCreating && (
        <NameDialog
          title={t("New draft")}
          description={t("It begins with a small sample, which you change in the editor.")}
          submitLabel={t("Create draft")}
          onSubmit={async (name) => {
            const { id } = await create(name);
            show({
              title: t("Create a draft"),
              code: kitCode([], "adminApp.createEmailDraft", { displayName: name }),
            });
            await navigate({ to: "/projects/$projectId/emails/drafts/$draftId", params: { projectId, draftId: id } });
          }}
          onClose={() => void navigate({ search: {}, replace: true })}
        />
      )}
    </ContentListPage>
  );
}
