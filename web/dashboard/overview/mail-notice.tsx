import { useSuspenseQuery } from "@tanstack/react-query";
import { Alert } from "../../ui/feedback/alert";
import { useOwnedProject } from "../projects/use-owned-projects";
import { mailRecipientsOptions } from "./queries";

/** Says that mails reach the own team only, as long as that is so. */
export function MailNotice() {
  const project = useOwnedProject();
  const { data: isOwnTeamOnly } = useSuspenseQuery(mailRecipientsOptions(project.app));
  if (!isOwnTeamOnly) return null;
  return (
    <Alert tone="warning">
      Emails of this project reach its own team only. <a href="/handler/account-settings">Verify your email address</a>,
      or configure an email server of your own, to send to all users.
    </Alert>
  );
}
