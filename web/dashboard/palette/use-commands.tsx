import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import BookOpenIcon from "lucide-react/icons/book-open";
import KeyRoundIcon from "lucide-react/icons/key-round";
import LayoutGridIcon from "lucide-react/icons/layout-grid";
import LogOutIcon from "lucide-react/icons/log-out";
import MoonIcon from "lucide-react/icons/moon";
import NetworkIcon from "lucide-react/icons/network";
import SunIcon from "lucide-react/icons/sun";
import UserIcon from "lucide-react/icons/user";
import UserCogIcon from "lucide-react/icons/user-cog";
import WaypointsIcon from "lucide-react/icons/waypoints";
import type { ReactNode } from "react";
import { useApp, useUser } from "../../react";
import { useReportFailure } from "../../ui/feedback/report-failure";
import { chooseTheme } from "../../ui/theme/theme";
import { useApiUrl } from "../api-url";
import { useOwnedProject, useOwnedProjects } from "../projects/use-owned-projects";
import { sections } from "../shell/sections";
import { foundTeamsOptions } from "../teams/queries";
import { useTranslation } from "../translation/use-translation";
import { userPageOptions } from "../users/queries";
import { userName } from "../users/user-name";
import { matches } from "./matches";

/** What the palette offers. */
export interface Command {
  readonly id: string;
  readonly label: string;
  /** Beside the label, such as an email address. */
  readonly detail?: string;
  readonly icon: ReactNode;
  readonly run: () => void;
}

export interface CommandGroup {
  readonly heading: string;
  readonly commands: readonly Command[];
}

/** How many users and teams a search shows. */
const [foundUsers, foundTeams] = [5, 5];

/** The commands that `query` finds, by group. Users and teams are those of the server, which follow a moment later. */
export function useCommands(query: string): { groups: CommandGroup[]; isSearching: boolean } {
  const users = useUserCommands(query);
  const teams = useTeamCommands(query);
  const found = [users.group, teams.group];
  const groups = [useSectionCommands(), ...found, useActionCommands(), useProjectCommands()];
  return {
    groups: groups
      .map((group) => ({
        heading: group.heading,
        commands: found.includes(group) ? group.commands : group.commands.filter(({ label }) => matches(query, label)),
      }))
      .filter(({ commands }) => commands.length > 0),
    isSearching: users.isSearching || teams.isSearching,
  };
}

function useSectionCommands(): CommandGroup {
  const t = useTranslation();
  const { id: projectId } = useOwnedProject();
  const navigate = useNavigate();
  const commands = sections.map(({ to, label, icon: Icon }) => ({
    id: to,
    label: t(label),
    icon: <Icon aria-hidden="true" />,
    run: () => void navigate({ to, params: { projectId }, search: {} }),
  }));
  return { heading: t("Sections"), commands };
}

function useUserCommands(query: string): { group: CommandGroup; isSearching: boolean } {
  const t = useTranslation();
  const { id: projectId, app } = useOwnedProject();
  const navigate = useNavigate();
  const page = useQuery({
    ...userPageOptions(app, { query, isNewestFirst: true, limit: foundUsers, cursor: null }),
    enabled: query !== "",
    placeholderData: keepPreviousData,
  });
  const users = query === "" ? [] : (page.data ?? []);
  const commands = users.map((user) => ({
    id: user.id,
    label: userName(user, t),
    detail: user.displayName ? (user.primaryEmail ?? undefined) : undefined,
    icon: <UserIcon aria-hidden="true" />,
    run: () => void navigate({ to: "/projects/$projectId/users/$userId", params: { projectId, userId: user.id } }),
  }));
  return { group: { heading: t("Users"), commands }, isSearching: query !== "" && page.isFetching };
}

function useTeamCommands(query: string): { group: CommandGroup; isSearching: boolean } {
  const t = useTranslation();
  const { id: projectId, app } = useOwnedProject();
  const navigate = useNavigate();
  const page = useQuery({
    ...foundTeamsOptions(app, query, foundTeams),
    enabled: query !== "",
    placeholderData: keepPreviousData,
  });
  const teams = query === "" ? [] : (page.data?.teams ?? []);
  const commands = teams.map((team) => ({
    id: team.id,
    label: team.displayName,
    icon: <NetworkIcon aria-hidden="true" />,
    run: () => void navigate({ to: "/projects/$projectId/teams/$teamId", params: { projectId, teamId: team.id } }),
  }));
  return { group: { heading: t("Teams"), commands }, isSearching: query !== "" && page.isFetching };
}

function useActionCommands(): CommandGroup {
  const t = useTranslation();
  const { id: projectId } = useOwnedProject();
  const app = useApp();
  const user = useUser({ or: "redirect" });
  const apiUrl = useApiUrl();
  const navigate = useNavigate();
  const reportFailure = useReportFailure();
  const commands: Command[] = [
    {
      id: "create-keys",
      label: t("Create API keys"),
      icon: <KeyRoundIcon aria-hidden="true" />,
      run: () =>
        void navigate({ to: "/projects/$projectId/api-keys", params: { projectId }, search: { create: true } }),
    },
    {
      id: "reference",
      label: t("Open the API reference"),
      icon: <BookOpenIcon aria-hidden="true" />,
      run: () => window.open(`${apiUrl}/api/v1/docs`, "_blank", "noreferrer"),
    },
    {
      id: "light",
      label: t("Use the light theme"),
      icon: <SunIcon aria-hidden="true" />,
      run: () => chooseTheme("light"),
    },
    {
      id: "dark",
      label: t("Use the dark theme"),
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
  return { heading: t("Actions"), commands };
}

function useProjectCommands(): CommandGroup {
  const t = useTranslation();
  const current = useOwnedProject();
  const projects = useOwnedProjects();
  const navigate = useNavigate();
  const others = projects.filter(({ id }) => id !== current.id);
  const commands: Command[] = others.map(({ id, displayName }) => ({
    id,
    label: displayName,
    icon: <WaypointsIcon aria-hidden="true" />,
    run: () => void navigate({ to: "/projects/$projectId/overview", params: { projectId: id } }),
  }));
  commands.push({
    id: "projects",
    label: t("All projects"),
    icon: <LayoutGridIcon aria-hidden="true" />,
    run: () => void navigate({ to: "/projects" }),
  });
  return { heading: t("Projects"), commands };
}
