import { expectTypeOf, it } from "vitest";
import type * as kit from "../kit";
import type {
  ActiveSession,
  AdminOwnedProject,
  AdminProject,
  ApiKey,
  ContactChannel,
  EditableTeamMemberProfile,
  InternalApiKey,
  NotificationCategory,
  OAuthConnection,
  OAuthProvider,
  ServerItem,
  Session,
  TeamInvitation,
} from "../kit";
import type { GatehouseAdminApp } from "./apps/admin-app";
import type { GatehouseClientApp } from "./apps/client-app";
import type { GatehouseServerApp } from "./apps/server-hooks";
import type { ConnectedAccount, ReactTeam, ReactUser } from "./hooks/objects-with-hooks";
import type {
  ReactAdminProject,
  ReactCurrentServerUser,
  ReactServerTeam,
  ReactServerUser,
} from "./hooks/server-objects-with-hooks";

// Every method that the contract of the kit lists, by object. A name that is no method does not compile.

type MethodOf<T> = {
  [K in keyof T & string]: T[K] extends (...args: never[]) => unknown ? K : never;
}[keyof T & string];

function methodsOf<T>() {
  return {
    has: (..._names: readonly MethodOf<T>[]) => undefined,
  };
}

it("the client app, with its hooks in an app made for React", () => {
  const { has } = methodsOf<GatehouseClientApp>();
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
  has("getItem", "useItem");
});

it("the current user, with their hooks in an app made for React", () => {
  const { has } = methodsOf<ReactUser>();
  has("toClientJson", "update", "setDisplayName", "setClientMetadata", "setSelectedTeam", "sendVerificationEmail");
  has("updatePassword", "setPassword", "signOut", "delete", "getAuthHeaders", "getAuthJson", "registerPasskey");
  has("getActiveSessions", "revokeSession", "listTeams", "useTeams", "getTeam", "useTeam", "createTeam", "leaveTeam");
  has("getTeamProfile", "useTeamProfile", "listPermissions", "usePermissions", "getPermission", "usePermission");
  has("hasPermission", "listContactChannels", "useContactChannels", "createContactChannel");
  has("listNotificationCategories", "useNotificationCategories", "listApiKeys", "useApiKeys", "createApiKey");
  has("listOAuthProviders", "useOAuthProviders", "getOAuthProvider", "useOAuthProvider");
  has("getConnectedAccount", "useConnectedAccount", "createProject", "listOwnedProjects", "useOwnedProjects");
  methodsOf<Session>().has("getTokens");
  has("getItem", "useItem", "createCheckoutUrl");
});

it("a team, with its hooks in an app made for React", () => {
  const { has } = methodsOf<ReactTeam>();
  has("inviteUser", "listUsers", "useUsers", "listInvitations", "useInvitations", "update", "delete");
  has("listApiKeys", "useApiKeys", "createApiKey", "getItem", "useItem", "createCheckoutUrl");
});

it("a connected account is there where the hook leaves the page without one", () => {
  const user = {} as { useConnectedAccount: ReactUser["useConnectedAccount"] };
  const views = {
    given: () => user.useConnectedAccount("github", { scopes: ["repo"] }),
    redirecting: () => user.useConnectedAccount("github", { or: "redirect" }),
    waiting: () => user.useConnectedAccount("github", { or: "redirect", suspense: false }).data,
  };
  expectTypeOf(views.given).returns.toEqualTypeOf<ConnectedAccount | null>();
  expectTypeOf(views.redirecting).returns.toEqualTypeOf<ConnectedAccount>();
  expectTypeOf(views.waiting).returns.toEqualTypeOf<ConnectedAccount | undefined>();
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
  const { has } = methodsOf<GatehouseServerApp>();
  has("getUser", "getServerUser", "getServerUserById", "createUser", "listUsers", "createTeam", "listTeams", "getTeam");
  has("createOAuthProvider");
  has("useUser", "useUserById", "useUsers", "useTeams", "useTeam", "useProject", "usePartialUser", "useNavigate");
  has("getItem", "useItem", "getItemUsage", "useItemUsage", "getDataVaultStore", "useDataVaultStore");
  methodsOf<ReturnType<GatehouseServerApp["useDataVaultStore"]>>().has("getValue", "setValue", "useValue");
  has("sendEmail");
});

it("a user and a team in the server app", () => {
  const user = methodsOf<ReactServerUser>();
  user.has("update", "setPrimaryEmail", "setServerMetadata", "setClientReadOnlyMetadata", "delete");
  user.has("grantPermission", "revokePermission", "createSession", "getActiveSessions", "revokeSession");
  user.has("createTeam", "leaveTeam", "sendVerificationEmail", "updatePassword", "setPassword", "toClientJson");
  user.has("listContactChannels", "createContactChannel", "listOAuthProviders", "getOAuthProvider");
  user.has("getConnectedAccount", "listTeams", "getTeam", "getTeamProfile", "listNotificationCategories");
  user.has("listPermissions", "getPermission", "hasPermission", "listApiKeys", "createApiKey");
  user.has("useTeams", "useTeam", "useTeamProfile", "usePermissions", "usePermission", "useContactChannels");
  user.has("useNotificationCategories", "useApiKeys", "useOAuthProviders", "useOAuthProvider", "useConnectedAccount");
  user.has("getItem", "useItem", "createCheckoutUrl");
  methodsOf<ServerItem>().has("increaseQuantity", "decreaseQuantity", "tryDecreaseQuantity");
  methodsOf<ReactCurrentServerUser>().has(...([] as MethodOf<ReactUser>[]));
  const team = methodsOf<ReactServerTeam>();
  team.has("update", "delete", "addUser", "removeUser", "listUsers", "inviteUser", "listInvitations");
  team.has(...([] as MethodOf<ReactTeam>[]));
  team.has("useUsers", "useInvitations", "useApiKeys");
  team.has("getItem", "useItem", "createCheckoutUrl");
});

it("the admin app", () => {
  const { has } = methodsOf<GatehouseAdminApp>();
  has("getProject", "listInternalApiKeys", "createInternalApiKey");
  has("listTeamPermissionDefinitions", "createTeamPermissionDefinition", "updateTeamPermissionDefinition");
  has("deleteTeamPermissionDefinition", "listProjectPermissionDefinitions", "createProjectPermissionDefinition");
  has("updateProjectPermissionDefinition", "deleteProjectPermissionDefinition");
  has("useProject", "useInternalApiKeys", "useTeamPermissionDefinitions", "useProjectPermissionDefinitions");
  has("useSvixToken", "useMetrics");
  methodsOf<GatehouseAdminApp[typeof kit.stackAppInternals]>().has("useMetrics", "sendRequest", "toClientJson");
  has("sendTestEmail", "sendSignInInvitationEmail", "listSentEmails", "useSentEmails");
  has("getEmailPreview", "useEmailPreview");
  has("listEmailThemes", "useEmailThemes", "createEmailTheme", "updateEmailTheme", "useEmailTheme");
  has("listEmailTemplates", "useEmailTemplates", "createEmailTemplate", "updateEmailTemplate");
  has("listEmailDrafts", "useEmailDrafts", "createEmailDraft", "updateEmailDraft");
  has("listEmailSends", "useEmailSends", "getEmailSend", "useEmailSend", "cancelEmailSend");
  has("listEmailRecipients", "useEmailRecipients", "listAuditEvents", "useAuditEvents", "exportAuditEvents");
  has("sendChatMessage", "saveChatMessage", "listChatMessages");
  has("setupPayments", "createStripeWidgetAccountSession", "getStripeAccountInfo", "useStripeAccountInfo");
  has("createItemQuantityChange", "testModePurchase", "listTransactions", "useTransactions");
});

it("a project in the admin app", () => {
  const { has } = methodsOf<ReactAdminProject>();
  has("update", "delete", "transfer", "getConfig", "updateConfig", "getProductionModeErrors");
  has("useConfig", "useProductionModeErrors");
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
