import { Link, useLocation } from "@tanstack/react-router";
import { type ReactNode, useEffect, useRef } from "react";
import { classNames, linkClasses } from "../../ui/theme/class-names";
import { useApiUrl } from "../api-url";
import { useOwnedProject } from "../projects/use-owned-projects";
import { referenceAddress } from "../shell/section-header";
import { msg } from "../translation/message";
import { useTranslation } from "../translation/use-translation";
import { useConfig } from "./config";
import { settingAt } from "./config-document";

/** The place of a setting in its page, which an address opens by the setting's path as its hash. */
export function SettingPlace({ path, children }: { path: string; children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  const isOpened = useLocation({ select: ({ hash }) => hash === path });
  useEffect(() => {
    if (!isOpened) return;
    place.current?.scrollIntoView({ block: "center" });
    place.current?.querySelector<HTMLElement>("input, select, button")?.focus({ preventScroll: true });
  }, [isOpened]);
  return (
    <div
      ref={place}
      id={path}
      className={classNames(isOpened && "-m-2 rounded-control bg-accent-soft/50 p-2 outline-2 outline-accent-soft")}
    >
      {children}
    </div>
  );
}

/** Names where users see what a setting changes. */
export type Seen =
  | "sign-in"
  | "sign-up"
  | "account-settings"
  | "account-settings#auth"
  | "account-settings#sessions"
  | "account-settings#api-keys"
  | "account-settings#settings"
  | "account-settings#team-creation"
  /** A template of emails, by its id. */
  | { readonly template: string }
  /** A group of the API reference, for what apps do. */
  | { readonly reference: string };

const pages = {
  "sign-in": msg("See the sign-in page"),
  "sign-up": msg("See the sign-up page"),
  "account-settings": msg("See the account settings"),
} as const;

/** The hint of a setting, and a link to where users see it. */
export function SeenHint({ hint, seen }: { hint: ReactNode; seen: Seen }) {
  return (
    <>
      {hint && <span>{hint} </span>}
      <SeenLink seen={seen} />
    </>
  );
}

/** Leads to where users see what a setting changes; nothing where the project has no such page. */
export function SeenLink({ seen }: { seen: Seen }) {
  const t = useTranslation();
  const { id: projectId } = useOwnedProject();
  const hasPages = settingAt(useConfig(), "hostedPages.enabled") === true;
  const apiUrl = useApiUrl();
  const className = classNames(linkClasses, "whitespace-nowrap");
  if (typeof seen === "object" && "reference" in seen) {
    return (
      <a href={referenceAddress(apiUrl, seen.reference)} target="_blank" rel="noreferrer" className={className}>
        {t("API reference")}
      </a>
    );
  }
  if (typeof seen === "object") {
    return (
      <Link
        to="/projects/$projectId/emails/templates/$templateId"
        params={{ projectId, templateId: seen.template }}
        className={className}
      >
        {t("See the email")}
      </Link>
    );
  }
  if (!hasPages) return null;
  const [page = "sign-in", hash] = seen.split("#") as [keyof typeof pages, string?];
  return (
    <a
      href={`/handler/${page}?project_id=${projectId}${hash ? `#${hash}` : ""}`}
      target="_blank"
      rel="noreferrer"
      className={className}
    >
      {t(pages[page])}
    </a>
  );
}
