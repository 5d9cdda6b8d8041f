import { Link } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { Select } from "../../ui/forms/select";
import { linkClasses } from "../../ui/theme/class-names";
import { settingAt } from "../forms/config-document";
import { useConfig } from "../forms/use-config";
import { useOwnedProject } from "../projects/use-owned-projects";
import { useTranslation } from "../translation/use-translation";
import { emailLinks } from "./email-link";

/** Returns where a link of an email leads in this project, null where no page is trusted, and the field to choose another page by. */
export function useEmailLink(page: Parameters<typeof emailLinks>[0]): {
  callbackUrl: string | null;
  choice: ReactNode;
} {
  const t = useTranslation();
  const project = useOwnedProject();
  const areOn = settingAt(useConfig(), "hostedPages.enabled") === true;
  const links = emailLinks(page, project, { areOn, origin: location.origin });
  const [chosen, setChosen] = useState<string>();
  const callbackUrl = (links.find(({ url }) => url === chosen) ?? links[0])?.url ?? null;
  const choice = callbackUrl !== null && links.length > 1 && (
    <Select
      label={t("Where the link leads")}
      options={links.map(({ url, handler }) => ({ value: url, label: handler ?? t("Hosted pages") }))}
      value={callbackUrl}
      onValueChange={setChosen}
    />
  );
  return { callbackUrl, choice };
}

/** Shows why no email with a link can be sent, and what to do about it. */
export function NoEmailLink() {
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
