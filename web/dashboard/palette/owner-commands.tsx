import { useNavigate } from "@tanstack/react-router";
import BookOpenIcon from "lucide-react/icons/book-open";
import LanguagesIcon from "lucide-react/icons/languages";
import LogOutIcon from "lucide-react/icons/log-out";
import MoonIcon from "lucide-react/icons/moon";
import PlusIcon from "lucide-react/icons/plus";
import SunIcon from "lucide-react/icons/sun";
import UserCogIcon from "lucide-react/icons/user-cog";
import WaypointsIcon from "lucide-react/icons/waypoints";
import { useApp, useUser } from "../../react";
import { useReportFailure } from "../../ui/feedback/report-failure";
import { chooseTheme } from "../../ui/theme/theme";
import { useApiUrl } from "../api-url";
import { useOwnedProjects } from "../projects/use-owned-projects";
import { languageNames, type NamedLanguage } from "../translation/language-names";
import { changeLanguage } from "../translation/load-translation";
import { type Translate, useTranslation } from "../translation/use-translation";
import { type Command, type CommandGroup, type FoundCommands, matching } from "./commands";

/** The commands that a search finds outside of all projects. */
export function useOwnerCommands(query: string): FoundCommands {
  const t = useTranslation();
  const groups = [useOpenCommands(), { heading: t("Actions"), commands: useSharedCommands(query) }];
  return {
    groups: groups.map((group) => matching(query, group)).filter(({ commands }) => commands.length > 0),
    isSearching: false,
  };
}

/** Open a project. */
export function useOpenCommands(): CommandGroup {
  const t = useTranslation();
  const navigate = useNavigate();
  const commands = useOwnedProjects().map(({ id, displayName }) => ({
    id,
    label: displayName,
    icon: <WaypointsIcon aria-hidden="true" />,
    run: () => void navigate({ to: "/projects/$projectId/overview", params: { projectId: id } }),
  }));
  return { heading: t("Projects"), commands };
}

/** Lists what can be done on all pages. */
export function useSharedCommands(query: string): Command[] {
  const t = useTranslation();
  const app = useApp();
  const user = useUser({ or: "redirect" });
  const apiUrl = useApiUrl();
  const navigate = useNavigate();
  const reportFailure = useReportFailure();
  const commands: Command[] = [
    {
      id: "create-project",
      label: t("Create project"),
      icon: <PlusIcon aria-hidden="true" />,
      run: () => void navigate({ to: "/projects", search: { create: true } }),
    },
    {
      id: "reference",
      label: t("Open the API reference"),
      keywords: "docs",
      icon: <BookOpenIcon aria-hidden="true" />,
      run: () => window.open(`${apiUrl}/api/v1/docs`, "_blank", "noreferrer"),
    },
    {
      id: "light",
      label: t("Use the light theme"),
      keywords: t("Theme"),
      icon: <SunIcon aria-hidden="true" />,
      run: () => chooseTheme("light"),
    },
    {
      id: "dark",
      label: t("Use the dark theme"),
      keywords: t("Theme"),
      icon: <MoonIcon aria-hidden="true" />,
      run: () => chooseTheme("dark"),
    },
    {
      id: "account",
      label: t("Account settings"),
      icon: <UserCogIcon aria-hidden="true" />,
      run: () => void app.redirectToAccountSettings().catch(reportFailure),
    },
    {
      id: "sign-out",
      label: t("Sign out"),
      icon: <LogOutIcon aria-hidden="true" />,
      run: () => void user.signOut().catch(reportFailure),
    },
  ];
  // Found by a search alone: they would fill the list.
  if (query !== "") commands.push(...languageCommands(t, (change) => void change.catch(reportFailure)));
  return commands;
}

/** Shows the dashboard in another language. Also found by the English word, by those who do not read what is shown. */
function languageCommands(t: Translate, settle: (change: Promise<void>) => void): Command[] {
  return [undefined, ...(Object.keys(languageNames) as NamedLanguage[])].map((language) => ({
    id: `language-${language ?? "browser"}`,
    label: t("Language: {name}", { name: language ? languageNames[language] : t("As the browser") }),
    keywords: "language",
    icon: <LanguagesIcon aria-hidden="true" />,
    run: () => settle(changeLanguage(language)),
  }));
}
