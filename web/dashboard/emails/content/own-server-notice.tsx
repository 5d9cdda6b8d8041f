import { Link } from "@tanstack/react-router";
import { Alert } from "../../../ui/feedback/alert";
import { linkClasses } from "../../../ui/theme/class-names";
import { settingAt } from "../../forms/config-document";
import { useConfig } from "../../forms/use-config";
import { useOwnedProject } from "../../projects/use-owned-projects";
import { useTranslation } from "../../translation/use-translation";

/** Tells whether the project sends its emails by the shared server, which takes no words of the project. */
export function useIsOnSharedServer(): boolean {
  return settingAt(useConfig(), "emails.server.isShared") !== false;
}

/** Says that emails come as they are by default, as long as the project has no mail server of its own. */
export function OwnServerNotice() {
  const t = useTranslation();
  const { id: projectId } = useOwnedProject();
  if (!useIsOnSharedServer()) return null;
  return (
    <Alert tone="warning">
      {t(
        "This project sends by the shared mail server, which sends only the built-in templates and themes, and stores no change of a template. Configure a mail server of your own first.",
      )}{" "}
      <Link to="/projects/$projectId/emails/server" params={{ projectId }} className={linkClasses}>
        {t("Server settings")}
      </Link>
    </Alert>
  );
}
