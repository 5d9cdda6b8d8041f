import { useSuspenseQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Alert } from "../../ui/feedback/alert";
import { useOwnedProject } from "../projects/use-owned-projects";
import { useTranslation } from "../translation/use-translation";
import { mailRecipientsOptions } from "./queries";

/** Says that mails reach the own team only, as long as that is so. */
export function MailNotice() {
  const t = useTranslation();
  const project = useOwnedProject();
  const { data: isOwnTeamOnly } = useSuspenseQuery(mailRecipientsOptions(project.app));
  if (!isOwnTeamOnly) return null;
  return (
    <Alert tone="warning">
      {t.rich(
        "Emails of this project reach its own team only. <link>Verify your email address</link>, or <server>configure an email server of your own</server>, to send to all users.",
        {
          link: (text) => <a href="/handler/account-settings">{text}</a>,
          server: (text) => (
            <Link to="/projects/$projectId/emails/server" params={{ projectId: project.id }} className="underline">
              {text}
            </Link>
          ),
        },
      )}
    </Alert>
  );
}
