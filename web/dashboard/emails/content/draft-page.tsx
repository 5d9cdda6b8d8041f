import { useSuspenseQuery } from "@tanstack/react-query";
import { Link, useParams } from "@tanstack/react-router";
import type { EmailDraft, EmailDraftUpdateOptions } from "../../../kit/emails/content";
import { Button, buttonClasses } from "../../../ui/buttons/button";
import { RelativeTime } from "../../../ui/text/relative-time";
import { useShownCode } from "../../code/shown-code";
import { kitCode } from "../../code/written-code";
import { configOptions } from "../../forms/config-queries";
import { useOwnedProject } from "../../projects/use-owned-projects";
import type { PageReads } from "../../shell/start-reads";
import { useTranslation } from "../../translation/use-translation";
import { ContentDialogs, useContentDialog } from "./content-dialogs";
import { ContentHeader } from "./content-header";
import { MissingContent } from "./missing-content";
import { type Content, draftsOptions, themesOptions } from "./queries";
import { ThemeChoice, useActiveTheme } from "./theme-choice";
import { Workspace } from "./workspace";

const to = "/projects/$projectId/emails/drafts";

/** What the page reads first. */
export const reads: PageReads = ({ app }) => [draftsOptions(app), themesOptions(app), configOptions(app)];

/** A draft of an email in an editor. */
export function DraftPage() {
  const t = useTranslation();
  const { projectId, draftId } = useParams({ from: "/projects/$projectId/emails/drafts/$draftId" });
  const { data: drafts } = useSuspenseQuery(draftsOptions(useOwnedProject().app));
  const draft = drafts.find(({ id }) => id === draftId);
  if (!draft)
    return <MissingContent title={t("Draft not found")} list={t("All drafts")} to={to} projectId={projectId} />;
  return <OneDraft key={draft.id} draft={draft} projectId={projectId} />;
}

function OneDraft({ draft, projectId }: { draft: EmailDraft; projectId: string }) {
  const t = useTranslation();
  const { app } = useOwnedProject();
  const { show } = useShownCode();
  const active = useActiveTheme();
  const { open } = useContentDialog();
  const { id, displayName, tsxSource, themeId, sentAt } = draft;

  async function update(changes: EmailDraftUpdateOptions) {
    await app.updateEmailDraft(id, changes);
    show({ title: t("Change a draft"), code: kitCode([], "adminApp.updateEmailDraft", id, changes) });
  }

  // A draft that had a theme of its own cannot follow the active one again: it gets the theme that is active now.
  const themeOf = ({ themeId: chosen }: Content) =>
    chosen === undefined && themeId !== undefined ? active?.id : chosen;

  return (
    <div className="flex flex-col gap-6">
      <ContentHeader
        title={displayName}
        description={
          sentAt ? t.rich("Sent <time></time>", { time: () => <RelativeTime at={sentAt} /> }) : t("Not sent yet")
        }
        list={t("Drafts")}
        to={to}
        projectId={projectId}
        actions={
          <>
            <Button variant="secondary" onClick={() => open("rename")}>
              {t("Rename")}
            </Button>
            <Button variant="secondary" onClick={() => open("delete")}>
              {t("Delete")}
            </Button>
            <Link
              to="/projects/$projectId/emails/send"
              params={{ projectId }}
              search={{ draft: id }}
              className={buttonClasses()}
            >
              {t("Send")}
            </Link>
          </>
        }
      />
      <Workspace
        kind="draft"
        id={id}
        saved={{ source: tsxSource, themeId }}
        onSave={(content) => update({ tsxSource: content.source, themeId: themeOf(content) })}
        previewOf={(content) => ({
          templateTsxSource: content.source,
          themeId: content.themeId,
          notificationCategoryName: "Transactional",
        })}
        controls={(content, onChange) => (
          <ThemeChoice value={content.themeId} onValueChange={(theme) => onChange({ ...content, themeId: theme })} />
        )}
        hasVariables={false}
      />
      <ContentDialogs
        name={displayName}
        list={to}
        projectId={projectId}
        rename={{
          title: t("Rename the draft"),
          successMessage: t("The draft is renamed."),
          mutationFn: (name) => update({ displayName: name }),
        }}
        remove={{
          title: t("Delete {draft}?", { draft: displayName }),
          description: t("Emails that were sent from it stay sent. This cannot be undone."),
          confirmLabel: t("Delete draft"),
          successMessage: t("The draft is deleted."),
          mutationFn: async () => {
            await app.deleteEmailDraft(id);
            show({ title: t("Delete a draft"), code: kitCode([], "adminApp.deleteEmailDraft", id) });
          },
        }}
      />
    </div>
  );
}
