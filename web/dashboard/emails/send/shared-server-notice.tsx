import { Link } from "@tanstack/react-router";
import { Alert } from "../../../ui/feedback/alert";
import { useOwnedProject } from "../../projects/use-owned-projects";
import { useTranslation } from "../../translation/use-translation";
import { useIsOnSharedServer } from "../content/own-server-notice";

/** Says that mails to users need a server of the project's own, as long as it has none. */
export function SharedServerNotice() {
  const t = useTranslation();
  const { id: projectId } = useOwnedProject();
  if (!useIsOnSharedServer()) return null;
  return (
    <Alert tone="warning">
      {t.rich("The shared mail server sends no emails of your own. <link>Configure your mail server</link> first.", {
        link: (text) => (
          <Link to="/projects/$projectId/emails/server" params={{ projectId }} className="underline">
            {text}
          </Link>
        ),
      })}
    </Alert>
  );
}
