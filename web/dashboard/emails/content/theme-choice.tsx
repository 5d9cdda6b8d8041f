import { Link } from "@tanstack/react-router";
import { Alert } from "../../../ui/feedback/alert";
import { Select } from "../../../ui/forms/select";
import { linkClasses } from "../../../ui/theme/class-names";
import { useConfig } from "../../forms/config";
import { settingAt } from "../../forms/config-document";
import { useOwnedProject, useRead } from "../../projects/use-owned-projects";
import { useTranslation } from "../../translation/use-translation";
import { themesOptions } from "./queries";

/** The theme in which emails come that choose none. */
export function useActiveTheme(): { id: string; displayName: string } | undefined {
  const selected = settingAt(useConfig(), "emails.selectedThemeId");
  const themes = useRead(themesOptions);
  return themes.find(({ id }) => id === selected);
}

interface ThemeChoiceProps {
  /** Undefined for the active theme, false for none. */
  value: string | false | undefined;
  onValueChange: (value: string | false | undefined) => void;
}

/** Chooses the theme of a template or a draft. */
export function ThemeChoice({ value, onValueChange }: ThemeChoiceProps) {
  const t = useTranslation();
  const active = useActiveTheme();
  const themes = useRead(themesOptions);
  const options = [
    { value: "active", label: t("Active theme ({theme})", { theme: active?.displayName ?? "–" }) },
    { value: "none", label: t("No theme") },
    ...themes.map(({ id, displayName }) => ({ value: id, label: displayName })),
  ];
  return (
    <Select
      label={t("Theme")}
      options={options}
      // A theme that was deleted has the active one in its place.
      value={value === false ? "none" : value && themes.some(({ id }) => id === value) ? value : "active"}
      onValueChange={(chosen) => onValueChange(chosen === "none" ? false : chosen === "active" ? undefined : chosen)}
    />
  );
}

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

/** Says that emails to users need a server of the project's own, as long as it has none. */
export function OwnServerNeeded() {
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
