import { useSuspenseQuery } from "@tanstack/react-query";
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
        "Emails of this project reach its own team only. <link>Verify your email address</link>, or configure an email server of your own, to send to all users.",
        { link: (text) => <a href="/handler/account-settings">{text}</a> },
      )}
    </Alert>
  );
}
