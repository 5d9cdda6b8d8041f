import { Link } from "@tanstack/react-router";
import FilePenIcon from "lucide-react/icons/file-pen";
import type { EmailDraft, EmailDraftUpdateOptions } from "../../../kit";
import { buttonClasses } from "../../../ui/buttons/button";
import { Badge } from "../../../ui/feedback/badge";
import { RelativeTime } from "../../../ui/text/relative-time";
import { useShownCode } from "../../code/shown-code";
import { kitCode } from "../../code/written-code";
import { configOptions } from "../../forms/config";
import { EmptyList } from "../../lists/list-end";
import { useOwnedProject, useRead } from "../../projects/use-owned-projects";
import type { PageReads } from "../../shell/start-reads";
import { useTranslation } from "../../translation/use-translation";
import { ContentEditor, ContentListPage, contentPage } from "./content-page";
import { type Content, draftsOptions, themesOptions } from "./queries";
import { useActiveTheme } from "./theme-choice";

const snippet = `const { id } = await adminApp.createEmailDraft({ displayName: "Newsletter" });
await adminApp.sendEmail({ draftId: id, allUsers: true });`;

/** What both pages read first. */
export const reads: PageReads = ({ app }) => [draftsOptions(app), themesOptions(app), configOptions(app)];

/** The drafts of the project's emails, the one that was changed last first. */
export function DraftsPage() {
  const t = useTranslation();
  const { app } = useOwnedProject();
  const drafts = useRead(draftsOptions);
  return (
    <ContentListPage
      kind="draft"
      description={t("Emails that you write once, and send to some of your users or to all.")}
      contents={drafts}
      aside={({ sentAt }) =>
        sentAt ? (
          <>
            <RelativeTime at={sentAt} className="text-sm text-ink-soft" />
            <Badge tone="success">{t("Sent")}</Badge>
          </>
        ) : (
          <Badge>{t("Not sent")}</Badge>
        )
      }
      empty={
        <EmptyList icon={<FilePenIcon />} title={t("No drafts yet")} code={snippet}>
          {t("Write news to your users here, see how they look, and send them when they are done. By the kit it is:")}
        </EmptyList>
      }
      creation={{
        title: t("New draft"),
        description: t("It begins with a small sample, which you change in the editor."),
        submitLabel: t("Create draft"),
        create: (displayName) => app.createEmailDraft({ displayName }),
        code: (displayName) => ({
          title: t("Create a draft"),
          code: kitCode([], "adminApp.createEmailDraft", { displayName }),
        }),
      }}
    />
  );
}

/** A draft of an email in an editor. */
export const DraftPage = contentPage("draft", draftsOptions, DraftEditor);

function DraftEditor({ content: draft }: { content: EmailDraft }) {
  const t = useTranslation();
  const { app, id: projectId } = useOwnedProject();
  const { show } = useShownCode();
  const active = useActiveTheme();
  const { id, displayName, tsxSource, themeId, sentAt } = draft;

  async function update(changes: EmailDraftUpdateOptions) {
    await app.updateEmailDraft(id, changes);
    show({ title: t("Change a draft"), code: kitCode([], "adminApp.updateEmailDraft", id, changes) });
  }

  // A draft that had a theme of its own cannot follow the active one again: it gets the theme that is active now.
  const themeOf = ({ themeId: chosen }: Content) =>
    chosen === undefined && themeId !== undefined ? active?.id : chosen;

  return (
    <ContentEditor
      kind="draft"
      content={draft}
      description={
        sentAt ? t.rich("Sent <time></time>", { time: () => <RelativeTime at={sentAt} /> }) : t("Not sent yet")
      }
      action={
        <Link
          to="/projects/$projectId/emails/send"
          params={{ projectId }}
          search={{ draft: id }}
          className={buttonClasses()}
        >
          {t("Send")}
        </Link>
      }
      saved={{ source: tsxSource, themeId }}
      onSave={(content) => update({ tsxSource: content.source, themeId: themeOf(content) })}
      onRename={(name) => update({ displayName: name })}
      removal={{
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
  );
}
