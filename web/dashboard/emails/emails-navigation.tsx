import { useOwnedProject } from "../projects/use-owned-projects";
import { PartLink, PartLinks } from "../shell/detail-page";
import { msg } from "../translation/message";
import { useTranslation } from "../translation/use-translation";

/** The pages of the section, in the order of their links. */
const pages = {
  log: { to: "/projects/$projectId/emails", label: msg("Log") },
  send: { to: "/projects/$projectId/emails/send", label: msg("Send") },
  templates: { to: "/projects/$projectId/emails/templates", label: msg("Templates") },
  themes: { to: "/projects/$projectId/emails/themes", label: msg("Themes") },
  drafts: { to: "/projects/$projectId/emails/drafts", label: msg("Drafts") },
  server: { to: "/projects/$projectId/emails/server", label: msg("Server settings") },
} as const;

export type EmailsPage = keyof typeof pages;

/** Links to the pages about emails, below the head of each. */
export function EmailsNavigation({ open }: { open: EmailsPage }) {
  const t = useTranslation();
  const { id: projectId } = useOwnedProject();
  return (
    <PartLinks label={t("Emails")}>
      {(Object.keys(pages) as EmailsPage[]).map((page) => (
        <PartLink key={page} to={pages[page].to} params={{ projectId }} search={{}} isOpen={page === open}>
          {t(pages[page].label)}
        </PartLink>
      ))}
    </PartLinks>
  );
}
