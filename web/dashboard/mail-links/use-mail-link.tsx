import { Link } from "@tanstack/react-router";
import { linkClasses } from "../../ui/theme/link-classes";
import { settingAt } from "../forms/config-document";
import { useConfig } from "../forms/use-config";
import { useOwnedProject } from "../projects/use-owned-projects";
import { useTranslation } from "../translation/use-translation";
import { mailLink } from "./mail-link";

/** Where a link of a mail leads in this project; null where no page is trusted. */
export function useMailLink(page: Parameters<typeof mailLink>[0]): string | null {
  const project = useOwnedProject();
  const areOn = settingAt(useConfig(), "hostedPages.enabled") === true;
  return mailLink(page, project, { areOn, origin: location.origin });
}

/** Why no mail with a link can be sent, and what to do about it. */
export function NoMailLink() {
  const t = useTranslation();
  const { id: projectId } = useOwnedProject();
  return (
    <p className="text-sm text-ink-soft">
      {t.rich(
        "The link of the email needs a page to lead to. Add your website to the <domains>trusted domains</domains> first, or switch the hosted pages on.",
        {
          domains: (text) => (
            <Link to="/projects/$projectId/domains" params={{ projectId }} className={linkClasses}>
              {text}
            </Link>
          ),
        },
      )}
    </p>
  );
}
