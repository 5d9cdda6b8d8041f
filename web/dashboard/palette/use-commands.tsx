import { useQuery } from "@tanstack/react-query";
import { type LinkProps, useNavigate } from "@tanstack/react-router";
import BookOpenIcon from "lucide-react/icons/book-open";
import BracesIcon from "lucide-react/icons/braces";
import CodeIcon from "lucide-react/icons/code";
import DownloadIcon from "lucide-react/icons/download";
import KeyRoundIcon from "lucide-react/icons/key-round";
import LanguagesIcon from "lucide-react/icons/languages";
import LayoutGridIcon from "lucide-react/icons/layout-grid";
import LogOutIcon from "lucide-react/icons/log-out";
import MailIcon from "lucide-react/icons/mail";
import MoonIcon from "lucide-react/icons/moon";
import NetworkIcon from "lucide-react/icons/network";
import PlusIcon from "lucide-react/icons/plus";
import RocketIcon from "lucide-react/icons/rocket";
import ShieldCheckIcon from "lucide-react/icons/shield-check";
import SunIcon from "lucide-react/icons/sun";
import Trash2Icon from "lucide-react/icons/trash-2";
import UploadIcon from "lucide-react/icons/upload";
import UserIcon from "lucide-react/icons/user";
import UserCogIcon from "lucide-react/icons/user-cog";
import WaypointsIcon from "lucide-react/icons/waypoints";
import WebhookIcon from "lucide-react/icons/webhook";
import { useApp, useUser } from "../../react/index";
import { useReportFailure } from "../../ui/feedback/report-failure";
import { chooseTheme } from "../../ui/theme/theme";
import { useApiUrl } from "../api-url";
import { useOwnedProject, useOwnedProjects } from "../projects/use-owned-projects";
import { referenceAddress } from "../shell/section-header";
import { type Section, sections } from "../shell/sections";
import { foundTeamsOptions } from "../teams/queries";
import { languageNames, type NamedLanguage } from "../translation/languages";
import { changeLanguage } from "../translation/load-translation";
import { msg, type PlainMessage } from "../translation/message";
import { type Translate, useTranslation } from "../translation/use-translation";
import { newestUsersOptions, userName } from "../users/queries";
import { guides, referenceGroups } from "./guides";
import { type Command, type CommandGroup, ranked } from "./ranking";
import { useSettingCommands } from "./setting-commands";

/** Lists what else sections are found by: texts of their pages, and names that are the same in all languages. */
const keywords: Partial<Record<Section["to"], Pick<LinkCommand, "texts" | "names">>> = {
  "/projects/$projectId/sign-in-methods": {
    texts: [msg("Password"), msg("Passkeys"), msg("Sign-up"), msg("Sessions")],
    names: "OAuth Google GitHub Microsoft Apple Facebook GitLab Discord LinkedIn Spotify Twitch X OTP",
  },
  "/projects/$projectId/appearance": { texts: [msg("Logo"), msg("Theme"), msg("Accent colour")] },
  "/projects/$projectId/domains": { texts: [msg("Trusted domains")], names: "localhost URL" },
  "/projects/$projectId/emails": { texts: [msg("Email server"), msg("Templates")], names: "SMTP Resend" },
  "/projects/$projectId/payments": { names: "Stripe" },
  "/projects/$projectId/audit-log": { texts: [msg("Retention")] },
  "/projects/$projectId/usage": { texts: [msg("Storage")] },
  "/projects/$projectId/settings": { texts: [msg("Production mode")], names: "JSON" },
};

/** Limits how many users and teams a search shows. */
const [foundUsers, foundTeams] = [5, 5];

/**
 * The commands that `query` finds, by group, those that meet it best first. Users and teams are those of the server, which follow a
 * moment later.
 */
export function useCommands(query: string): FoundCommands {
  const t = useTranslation();
  const users = useUserCommands(query);
  const teams = useTeamCommands(query);
  const groups = [
    {
      heading: t("Sections"),
      commands: useLinkCommands(sections.map((section) => ({ ...section, ...keywords[section.to] }))),
    },
    useSettingCommands(query),
    users.group,
    teams.group,
    useActionCommands(query),
    useProjectCommands(),
    useGuideCommands(query),
  ];
  return { groups: ranked(query, groups), isSearching: users.isSearching || teams.isSearching };
}

/** The commands that open pages of the project. */
function useLinkCommands(links: readonly LinkCommand[]): Command[] {
  const t = useTranslation();
  const { id: projectId } = useOwnedProject();
  const navigate = useNavigate();
  return links.map(({ label, icon, to, search = {}, texts = [], names, verbs }) => ({
    id: `${to} ${label}`,
    label: t(label),
    keywords: [...texts.map((text) => t(text)), names].join(", "),
    ...(verbs !== undefined && { verbs: t(verbs) }),
    icon,
    run: () => void navigate({ to, params: { projectId }, search } as never),
  }));
}

type LinkCommand = Pick<Command, "icon"> & {
  readonly label: PlainMessage;
  readonly to: LinkProps["to"];
  readonly search?: object;
  /** Finds it as well: texts, and names that are the same in all languages. */
  readonly texts?: readonly PlainMessage[];
  readonly names?: string;
  readonly verbs?: PlainMessage;
};

function useUserCommands(query: string): { group: CommandGroup; isSearching: boolean } {
  const t = useTranslation();
  const { id: projectId, app } = useOwnedProject();
  const navigate = useNavigate();
  const page = useQuery({
    ...newestUsersOptions(app, query, foundUsers),
    enabled: query !== "",
  });
  const users = query === "" ? [] : (page.data ?? []);
  const commands = users.map((user) => ({
    id: user.id,
    label: userName(user, t),
    detail: user.displayName ? (user.primaryEmail ?? undefined) : undefined,
    isFound: true,
    icon: UserIcon,
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
  });
  const teams = query === "" ? [] : (page.data?.teams ?? []);
  const commands = teams.map(({ team }) => ({
    id: team.id,
    label: team.displayName,
    isFound: true,
    icon: NetworkIcon,
    run: () => void navigate({ to: "/projects/$projectId/teams/$teamId", params: { projectId, teamId: team.id } }),
  }));
  return { group: { heading: t("Teams"), commands }, isSearching: query !== "" && page.isFetching };
}

const actions: readonly LinkCommand[] = [
  { label: msg("Create user"), icon: UserIcon, to: "/projects/$projectId/users", search: { open: "create" } },
  { label: msg("Create team"), icon: NetworkIcon, to: "/projects/$projectId/teams", search: { create: true } },
  { label: msg("Create API keys"), icon: KeyRoundIcon, to: "/projects/$projectId/api-keys", search: { create: true } },
];

const users = { to: "/projects/$projectId/users", names: "CSV JSON" } as const;

/** Lists what is found by a search alone: it would fill the list. What destroys something is found by its verb only. */
const searchedActions: readonly LinkCommand[] = [
  {
    label: msg("Quick start"),
    icon: RocketIcon,
    to: "/projects/$projectId/quick-start",
    names: "React, Next.js, Express, JavaScript, npm, .env, pck_",
  },
  {
    label: msg("Delete project"),
    icon: Trash2Icon,
    to: "/projects/$projectId/settings",
    verbs: msg("delete, remove, erase"),
  },
  { ...users, label: msg("Import users"), icon: UploadIcon, search: { open: "import" } },
  { ...users, label: msg("Export users"), icon: DownloadIcon, search: { open: "export" } },
  {
    label: msg("Define a permission"),
    icon: ShieldCheckIcon,
    to: "/projects/$projectId/permissions",
    search: { create: true },
    texts: [msg("Permissions")],
  },
  { label: msg("Send an email"), icon: MailIcon, to: "/projects/$projectId/emails/send" },
  {
    label: msg("Add a webhook endpoint"),
    icon: WebhookIcon,
    to: "/projects/$projectId/webhooks",
    search: { create: true },
  },
  {
    label: msg("Invite an owner"),
    icon: UserCogIcon,
    to: "/projects/$projectId/owners",
    texts: [msg("Team settings")],
  },
  {
    label: msg("Edit the configuration as JSON"),
    icon: BracesIcon,
    to: "/projects/$projectId/settings/configuration",
  },
];

function useActionCommands(query: string): CommandGroup {
  const t = useTranslation();
  const commands = useLinkCommands(query === "" ? actions : [...actions, ...searchedActions]);
  return { heading: t("Actions"), commands: [...commands, ...useSharedCommands(query)] };
}

function useProjectCommands(): CommandGroup {
  const t = useTranslation();
  const current = useOwnedProject();
  const { heading, commands } = useOpenCommands();
  const navigate = useNavigate();
  const all: Command = {
    id: "projects",
    label: t("All projects"),
    icon: LayoutGridIcon,
    run: () => void navigate({ to: "/projects" }),
  };
  return { heading, commands: [...commands.filter(({ id }) => id !== current.id), all] };
}

/** The guides and the groups of the API reference, which a search finds. They are in English. */
function useGuideCommands(query: string): CommandGroup {
  const t = useTranslation();
  const apiUrl = useApiUrl();
  const open = (href: string) => () => void window.open(href, "_blank", "noreferrer");
  const ofGuides = guides.map(({ name, words, href }) => ({
    id: href,
    label: name,
    detail: t("Guide"),
    keywords: `docs, documentation, ${words}`,
    icon: BookOpenIcon,
    run: open(href),
  }));
  const ofReference = referenceGroups.map((name) => ({
    id: `reference ${name}`,
    label: name,
    detail: t("API reference"),
    keywords: "docs, documentation, API, endpoints",
    icon: CodeIcon,
    run: open(referenceAddress(apiUrl, name)),
  }));
  return { heading: t("Documentation"), commands: query === "" ? [] : [...ofGuides, ...ofReference] };
}

/** The commands that a search finds outside of all projects. */
export function useOwnerCommands(query: string): FoundCommands {
  const t = useTranslation();
  const groups = [
    useOpenCommands(),
    { heading: t("Actions"), commands: useSharedCommands(query) },
    useGuideCommands(query),
  ];
  return { groups: ranked(query, groups), isSearching: false };
}

/** Open a project. */
export function useOpenCommands(): CommandGroup {
  const t = useTranslation();
  const navigate = useNavigate();
  const commands = useOwnedProjects().map(({ id, displayName }) => ({
    id,
    label: displayName,
    icon: WaypointsIcon,
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
  const create = () => void navigate({ to: "/projects", search: { create: true } });
  const openReference = () => window.open(`${apiUrl}/api/v1/docs`, "_blank", "noreferrer");
  const openSettings = () => void app.redirectToAccountSettings().catch(reportFailure);
  const signOut = () => void user.signOut().catch(reportFailure);
  const ofTheme = { keywords: t("Theme") };
  const commands = [
    { label: t("Create project"), icon: PlusIcon, run: create },
    { label: t("Open the API reference"), keywords: "docs", icon: BookOpenIcon, run: openReference },
    { ...ofTheme, label: t("Use the light theme"), icon: SunIcon, run: () => chooseTheme("light") },
    { ...ofTheme, label: t("Use the dark theme"), icon: MoonIcon, run: () => chooseTheme("dark") },
    { label: t("Account settings"), icon: UserCogIcon, run: openSettings },
    { label: t("Sign out"), icon: LogOutIcon, run: signOut },
  ].map((command): Command => ({ id: command.label, ...command }));
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
    icon: LanguagesIcon,
    run: () => settle(changeLanguage(language)),
  }));
}

/** Holds what a search finds. */
export interface FoundCommands {
  readonly groups: readonly CommandGroup[];
  /** Is true if the server is still searching. */
  readonly isSearching: boolean;
}
