import ExternalLinkIcon from "lucide-react/icons/external-link";
import { buttonClasses } from "../../ui/buttons/button";
import { settingAt } from "../forms/config-document";
import { useConfig } from "../forms/use-config";
import { useOwnedProject } from "../projects/use-owned-projects";
import { useTranslation } from "../translation/use-translation";

/** A link to the hosted sign-in page of the project, as its users see it. Not there while hosted pages are off. */
export function TestSignIn() {
  const t = useTranslation();
  const { id } = useOwnedProject();
  if (settingAt(useConfig(), "hostedPages.enabled") !== true) return null;
  return (
    <a
      href={`/handler/sign-in?project_id=${id}`}
      target="_blank"
      rel="noreferrer"
      className={buttonClasses("secondary")}
    >
      <ExternalLinkIcon aria-hidden="true" />
      {t("Try the sign-in")}
    </a>
  );
}
