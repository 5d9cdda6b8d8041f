import { Link } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import type { AdminOwnedProject, ServerContactChannel } from "../../kit/index";
import { Select } from "../../ui/forms/select";
import { linkClasses } from "../../ui/theme/class-names";
import { useConfig } from "../forms/config";
import { settingAt } from "../forms/config-document";
import { useOwnedProject } from "../projects/use-owned-projects";
import { useTranslation } from "../translation/use-translation";
import { signInChannel } from "./sign-in-channel";

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

type EmailPage = "password-reset" | "magic-link-callback" | "email-verification" | "team-invitation";

/** A page to which a link of an email may lead, and the handler of the website that has it: null for a hosted page. */
export interface EmailLink {
  readonly url: string;
  readonly handler: string | null;
}

/**
 * Lists the pages to which a link of an email may lead, the best first. The hosted page is the best, because it is there whatever
 * the websites have. The pages of the project's websites follow, those with https before those with http.
 */
export function emailLinks(
  page: EmailPage,
  { id, config }: { readonly id: string; readonly config: Pick<AdminOwnedProject["config"], "domains"> },
  hosted: { readonly areOn: boolean; readonly origin: string },
): readonly EmailLink[] {
  // A pattern of subdomains names no website, and neither does the address of a native app.
  const websites = config.domains.filter(({ domain }) => /^https?:\/\/[^*]+$/i.test(domain));
  const handlers = websites.map(
    ({ domain, handlerPath }) => domain.replace(/\/$/, "") + handlerPath.replace(/\/$/, ""),
  );
  const isPlain = (handler: string) => Number(/^http:/i.test(handler));
  return [
    ...(hosted.areOn ? [{ url: `${hosted.origin}/handler/${page}?project_id=${id}`, handler: null }] : []),
    ...handlers
      .sort((one, other) => isPlain(one) - isPlain(other))
      .map((handler) => ({ url: `${handler}/${page}`, handler })),
  ];
}

/** The address to which a link that signs in is sent. */
export function signInAddress(channels: readonly ServerContactChannel[]): string | null {
  return signInChannel(channels)?.value ?? null;
}
