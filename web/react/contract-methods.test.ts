import { expectTypeOf, it } from "vitest";
import type * as kit from "../kit";
import type {
  ActiveSession,
  AdminOwnedProject,
  AdminProject,
  ApiKey,
  ContactChannel,
  CurrentServerUser,
  CurrentUser,
  EditableTeamMemberProfile,
  GatehouseAdminApp,
  GatehouseServerApp,
  InternalApiKey,
  NotificationCategory,
  OAuthConnection,
  OAuthProvider,
  ServerTeam,
  ServerUser,
  Session,
  Team,
  TeamInvitation,
} from "../kit";
import type { GatehouseClientApp } from "./client-app/client-app";
import type { ConnectedAccount, ReactTeam, ReactUser } from "./hooks/objects-with-hooks";

// Every method that the contract of the kit lists, by object. A name that is no method does not compile, and neither does one
// that is owed and there: what brings it moves it up.

/** What brings the methods that are not there yet. */
type Milestone =
  | "payments"
  | "mail"
  | "e-mail themes, templates and drafts"
  | "data vault"
  | "metrics"
  | "webhooks"
  | "hooks of the server and the admin app";

type MethodOf<T> = {
  [K in keyof T & string]: T[K] extends (...args: never[]) => unknown ? K : never;
}[keyof T & string];

function methodsOf<T>() {
  return {
    has: (..._names: readonly MethodOf<T>[]) => undefined,
    isOwed: <N extends string>(_by: Milestone, ..._names: readonly (N extends keyof T ? never : N)[]) => undefined,
  };
}

it("the client app, with its hooks in an app made for React", () => {
  const { has, isOwed } = methodsOf<GatehouseClientApp>();
  has("getProject", "useProject", "getUser", "useUser", "getPartialUser", "usePartialUser", "useNavigate");
  has("getConvexClientAuth", "getConvexHttpClientAuth");
  has("signInWithOAuth", "signInWithCredential", "signUpWithCredential", "signInWithMagicLink", "signInWithMfa");
  has("signInWithPasskey", "signOut", "callOAuthCallback", "promptCliLogin");
  has("sendForgotPasswordEmail", "sendMagicLinkEmail", "resetPassword", "verifyPasswordResetCode", "verifyEmail");
  has("verifyTeamInvitationCode", "acceptTeamInvitation", "getTeamInvitationDetails");
  has("redirectToSignIn", "redirectToSignUp", "redirectToSignOut", "redirectToEmailVerification");
  has("redirectToPasswordReset", "redirectToForgotPassword", "redirectToOAuthCallback", "redirectToMagicLinkCallback");
  has("redirectToAccountSettings", "redirectToTeamInvitation", "redirectToMfa", "redirectToError", "redirectToHome");
  has("redirectToAfterSignIn", "redirectToAfterSignUp", "redirectToAfterSignOut");
  isOwed("payments", "getItem", "useItem");
});

it("the current user, with their hooks in an app made for React", () => {
  const { has, isOwed } = methodsOf<ReactUser>();
  has("toClientJson", "update", "setDisplayName", "setClientMetadata", "setSelectedTeam", "sendVerificationEmail");
  has("updatePassword", "setPassword", "signOut", "delete", "getAuthHeaders", "getAuthJson", "registerPasskey");
  has("getActiveSessions", "revokeSession", "listTeams", "useTeams", "getTeam", "useTeam", "createTeam", "leaveTeam");
  has("getTeamProfile", "useTeamProfile", "listPermissions", "usePermissions", "getPermission", "usePermission");
  has("hasPermission", "listContactChannels", "useContactChannels", "createContactChannel");
  has("listNotificationCategories", "useNotificationCategories", "listApiKeys", "useApiKeys", "createApiKey");
  has("listOAuthProviders", "useOAuthProviders", "getOAuthProvider", "useOAuthProvider");
  has("getConnectedAccount", "useConnectedAccount", "createProject", "listOwnedProjects", "useOwnedProjects");
  methodsOf<Session>().has("getTokens");
  isOwed("payments", "getItem", "useItem", "createCheckoutUrl");
});

it("a team, with its hooks in an app made for React", () => {
  const { has, isOwed } = methodsOf<ReactTeam>();
  has("inviteUser", "listUsers", "useUsers", "listInvitations", "useInvitations", "update", "delete");
  has("listApiKeys", "useApiKeys", "createApiKey");
  isOwed("payments", "getItem", "useItem", "createCheckoutUrl");
});

it("the small objects", () => {
  methodsOf<EditableTeamMemberProfile>().has("update");
  methodsOf<TeamInvitation>().has("revoke");
  methodsOf<ContactChannel>().has("sendVerificationEmail", "update", "delete");
  methodsOf<NotificationCategory>().has("setEnabled");
  methodsOf<OAuthProvider>().has("update", "delete");
  methodsOf<OAuthConnection>().has("getAccessToken");
  methodsOf<ConnectedAccount>().has("getAccessToken", "useAccessToken");
  methodsOf<ApiKey>().has("update", "revoke", "isValid", "whyInvalid");
  methodsOf<ActiveSession>().has();
});

it("the server app", () => {
  const { has, isOwed } = methodsOf<GatehouseServerApp>();
  has("getUser", "getServerUser", "getServerUserById", "createUser", "listUsers", "createTeam", "listTeams", "getTeam");
  has("createOAuthProvider");
  isOwed("hooks of the server and the admin app", "useUser", "useUserById", "useUsers", "useTeams", "useTeam");
  isOwed("payments", "getItem", "useItem");
  isOwed("data vault", "getDataVaultStore", "useDataVaultStore");
  isOwed("mail", "sendEmail");
});

it("a user and a team in the server app", () => {
  const user = methodsOf<ServerUser>();
  user.has("update", "setPrimaryEmail", "setServerMetadata", "setClientReadOnlyMetadata", "delete");
  user.has("grantPermission", "revokePermission", "createSession", "getActiveSessions", "revokeSession");
  user.has("createTeam", "leaveTeam", "sendVerificationEmail", "updatePassword", "setPassword", "toClientJson");
  user.has("listContactChannels", "createContactChannel", "listOAuthProviders", "getOAuthProvider");
  user.has("getConnectedAccount", "listTeams", "getTeam", "getTeamProfile", "listNotificationCategories");
  user.has("listPermissions", "getPermission", "hasPermission", "listApiKeys", "createApiKey");
  user.isOwed("payments", "getItem", "createCheckoutUrl");
  methodsOf<CurrentServerUser>().has(...([] as MethodOf<CurrentUser>[]));
  const team = methodsOf<ServerTeam>();
  team.has("update", "delete", "addUser", "removeUser", "listUsers", "inviteUser", "listInvitations");
  team.has(...([] as MethodOf<Team>[]));
  team.isOwed("payments", "getItem", "createCheckoutUrl");
});

it("the admin app", () => {
  const { has, isOwed } = methodsOf<GatehouseAdminApp>();
  has("getProject", "listInternalApiKeys", "createInternalApiKey");
  has("listTeamPermissionDefinitions", "createTeamPermissionDefinition", "updateTeamPermissionDefinition");
  has("deleteTeamPermissionDefinition", "listProjectPermissionDefinitions", "createProjectPermissionDefinition");
  has("updateProjectPermissionDefinition", "deleteProjectPermissionDefinition");
  isOwed("hooks of the server and the admin app", "useProject", "useInternalApiKeys");
  isOwed("hooks of the server and the admin app", "useTeamPermissionDefinitions", "useProjectPermissionDefinitions");
  isOwed("webhooks", "useSvixToken");
  isOwed("metrics", "useMetrics");
  isOwed("mail", "sendTestEmail", "sendSignInInvitationEmail", "listSentEmails", "getEmailPreview", "useEmailPreview");
  const sources = "e-mail themes, templates and drafts";
  isOwed(sources, "listEmailThemes", "useEmailThemes", "createEmailTheme", "updateEmailTheme", "useEmailTheme");
  isOwed(sources, "listEmailTemplates", "useEmailTemplates", "createEmailTemplate", "updateEmailTemplate");
  isOwed(sources, "listEmailDrafts", "useEmailDrafts", "createEmailDraft", "updateEmailDraft");
  isOwed(sources, "sendChatMessage", "saveChatMessage", "listChatMessages");
  isOwed("payments", "setupPayments", "createStripeWidgetAccountSession", "getStripeAccountInfo");
  isOwed("payments", "useStripeAccountInfo", "createItemQuantityChange", "testModePurchase");
  isOwed("payments", "listTransactions", "useTransactions");
});

it("a project in the admin app", () => {
  const { has, isOwed } = methodsOf<AdminProject>();
  has("update", "delete", "transfer", "getConfig", "updateConfig", "getProductionModeErrors");
  isOwed("hooks of the server and the admin app", "useConfig", "useProductionModeErrors");
  methodsOf<AdminOwnedProject>().has(...([] as MethodOf<AdminProject>[]));
  methodsOf<InternalApiKey>().has("isValid", "whyInvalid", "revoke");
});

it("the types that the contract exports", () => {
  type Exported = [
    ...[kit.Project, kit.ProjectConfig, kit.AdminProject, kit.AdminOwnedProject, kit.AdminProjectConfig],
    ...[kit.AdminProjectCreateOptions, kit.AdminProjectUpdateOptions, kit.AdminProjectConfigUpdateOptions],
    ...[kit.AdminDomainConfig, kit.AdminEmailConfig, kit.AdminOAuthProviderConfig, kit.AdminTeamPermission],
    ...[kit.AdminTeamPermissionDefinition, kit.AdminProjectPermissionDefinition, kit.AdminProjectPermission],
    ...[
      kit.Team,
      kit.TeamCreateOptions,
      kit.TeamUpdateOptions,
      kit.TeamUser,
      kit.TeamInvitation,
      kit.TeamMemberProfile,
    ],
    ...[kit.ServerTeam, kit.ServerTeamCreateOptions, kit.ServerTeamUpdateOptions, kit.ServerTeamUser],
    ...[kit.User, kit.CurrentUser, kit.CurrentInternalUser, kit.ServerUser, kit.CurrentServerUser],
    ...[kit.CurrentInternalServerUser, kit.ServerListUsersOptions, kit.Session, kit.Auth, kit.OAuthProvider],
    ...[kit.ServerOAuthProvider, kit.ContactChannel, kit.ServerContactChannel, kit.OAuthConnection, kit.Connection],
    ...[kit.InternalApiKey, kit.InternalApiKeyCreateOptions, kit.InternalApiKeyFirstView, kit.HandlerUrls],
    ...[kit.OAuthScopesOnSignIn, kit.GetCurrentUserOptions, kit.GetUserOptions, kit.StackClientAppConstructorOptions],
    ...[kit.StackServerAppConstructorOptions, kit.StackAdminAppConstructorOptions],
  ];
  expectTypeOf<Exported>().not.toBeAny();
});
