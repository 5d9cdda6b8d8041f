export * from "../kit";
export { chooseLanguage, type Language } from "../ui/translation/languages";
export { loadTranslation, type TranslationOverrides } from "../ui/translation/load-translation";
export { GatehouseAdminApp, GatehouseAdminApp as StackAdminApp } from "./apps/admin-app";
export { GatehouseClientApp, GatehouseClientApp as StackClientApp } from "./apps/client-app";
export { GatehouseServerApp, GatehouseServerApp as StackServerApp } from "./apps/server-hooks";
export { describeFailure } from "./errors/describe-failure";
export type {
  ClientAppHooks,
  ConnectedAccount,
  CurrentUserHooks,
  OwnUserHooks,
  ReactClientApp,
  ReactTeam,
  ReactTeam as Team,
  ReactUser,
  ReactUser as CurrentUser,
  TeamHooks,
  UsePartialUserOptions,
  UserHooks,
  UseUserOptions,
  UseUserOrElseOptions,
} from "./hooks/objects-with-hooks";
export type {
  AdminAppHooks,
  AdminProjectHooks,
  ReactAdminProject,
  ReactAdminProject as AdminProject,
  ReactCurrentServerUser,
  ReactCurrentServerUser as CurrentServerUser,
  ReactServerApp,
  ReactServerTeam,
  ReactServerTeam as ServerTeam,
  ReactServerTeamUser,
  ReactServerTeamUser as ServerTeamUser,
  ReactServerUser,
  ReactServerUser as ServerUser,
  ReactTeamPage,
  ReactTeamPage as TeamPage,
  ReactUserPage,
  ReactUserPage as UserPage,
  ServerAppHooks,
  ServerTeamHooks,
  ServerUserHooks,
} from "./hooks/server-objects-with-hooks";
export { useApp, useApp as useStackApp } from "./hooks/use-app";
export { useProject } from "./hooks/use-project";
export { usePartialUser, useUser } from "./hooks/use-user";
export type { View, ViewOptions } from "./hooks/use-view";
export {
  type UserViewOptions,
  useApiKeys,
  useConnectedAccount,
  useContactChannels,
  useInvitations,
  useNotificationCategories,
  useOAuthProvider,
  useOAuthProviders,
  usePasskeys,
  usePermission,
  usePermissions,
  useSessions,
  useTeam,
  useTeamMembers,
  useTeamProfile,
  useTeams,
  useTeamUsers,
} from "./hooks/user-hooks";
export {
  GatehouseHandler,
  GatehouseHandler as StackHandler,
  type GatehouseHandlerProps,
} from "./pages/handler";
export {
  GatehouseProvider,
  GatehouseProvider as StackProvider,
  type GatehouseProviderProps,
} from "./provider/gatehouse-provider";
export type { CodePageProps, PageProps } from "./public/pages";
export * from "./public/pages";
// The page and, as a type, what a team lists: the kit has a type of the same name.
export { TeamInvitation } from "./public/pages";
export * from "./public/parts";
export { projectOptions, userOptions } from "./queries/queries";
export { refreshAfterWrites, resourceOptions, useRefreshAfterWrites } from "./queries/resource-query";
export {
  GatehouseTheme,
  GatehouseTheme as StackTheme,
  type GatehouseThemeProps,
} from "./theme/gatehouse-theme";
export type { ThemeColours, ThemeOptions } from "./theme/theme-styles";
