import type {
  AdminOwnedProject,
  ContactChannel,
  CurrentInternalUser,
  CurrentUser,
  EditableTeamMemberProfile,
  InternalApiKey,
  OAuthConnection,
  OAuthProvider,
  ServerTeam,
  ServerUser,
  Session,
  StackAdminApp,
  StackClientApp,
  StackServerApp,
  Team,
  TeamInvitation,
} from "@stackframe/js";
import type * as newest from "stackframe-js-108";

/** The title of the interop test that calls a method, or why no test does. */
export type Coverage = string | { uncalled: string };

// The functions among the members, by name; members of type `any` are data.
type MethodOf<T> = {
  [K in keyof T & string]-?: 0 extends 1 & T[K] ? never : T[K] extends (...args: never[]) => unknown ? K : never;
}[keyof T & string];
type Methods<T> = Record<MethodOf<T>, Coverage>;
type MoreMethods<T, Base> = Record<Exclude<MethodOf<T>, MethodOf<Base>>, Coverage>;

type Client = StackClientApp<true, string>;
type Server = StackServerApp<true, string>;
type Admin = StackAdminApp<true, string>;
type NotificationCategory = Awaited<ReturnType<CurrentUser["listNotificationCategories"]>>[number];
type UserApiKey = Awaited<ReturnType<CurrentUser["listApiKeys"]>>[number];
type ServerItem = Awaited<ReturnType<ServerUser["getItem"]>>;
type DataVaultStore = Awaited<ReturnType<Server["getDataVaultStore"]>>;

const buys = "200: users and teams get purchase URLs, and the owner buys at them in test mode";
const setsUpPayments = "200: sets up the project's account at Stripe, and sees how far it is; null before";
const navigates = "navigates to each of its pages";
const grantsInTeam =
  "200: what a backend grants in a team its user holds, with all that it contains, until it is revoked";
const definesPermissions =
  "200: defines, changes and deletes permissions of both scopes, and users who hold them lose them";
const switchesNotifications =
  "200: a user lists what they get emails about, and switches a category off; a backend switches it on again";
const changesTheme = "200: makes a theme, changes it, selects it, and sees emails in it";
const changesTemplate = "200: makes a template, changes it, and sends it to all users";
const sendsDraft = "200: writes a draft, changes it, and sends it";
const sendsEmails = "200: sends an email to some users and to all, and has it in its log";
const asksAssistant = "200: is written a theme, and keeps what was said";
const readsItems = "200: a website reads the items of its user and their team, and a backend those of any customer";
const changesItems = "200: a backend adds to an item and takes from it, no more than there is where it tries";
const showsKeyOnce = "200: a user's key is shown once, identifies its user to a backend, and stops when it is revoked";

/**
 * Every method of the official client's objects, from its own types, with the interop test that calls it. A method that
 * has neither a test nor a reason does not compile; `testing.test.ts` finds the tests.
 */
export const officialClientMethods = {
  "client app": {
    getProject: "200: reads its project, and has its own id and pages",
    getUser: "200: signs a new user up and in, who then reads back",
    getPartialUser: "200: reads from the token alone who is signed in, also for a Convex backend",
    getConvexClientAuth: "200: reads from the token alone who is signed in, also for a Convex backend",
    getConvexHttpClientAuth: "200: reads from the token alone who is signed in, also for a Convex backend",
    signUpWithCredential: "200: signs a new user up and in, who then reads back",
    signInWithCredential: "200: signs a new user up and in, who then reads back",
    sendForgotPasswordEmail: "200: resets a forgotten password with the code of the email, and ends every session",
    verifyPasswordResetCode: "200: resets a forgotten password with the code of the email, and ends every session",
    resetPassword: "200: resets a forgotten password with the code of the email, and ends every session",
    verifyEmail: "200: verifies an address with the code of the email that sign-up sends",
    redirectToSignIn: navigates,
    redirectToSignUp: navigates,
    redirectToSignOut: navigates,
    redirectToAfterSignIn: navigates,
    redirectToAfterSignUp: navigates,
    redirectToAfterSignOut: navigates,
    redirectToHome: navigates,
    redirectToEmailVerification: navigates,
    redirectToPasswordReset: navigates,
    redirectToForgotPassword: navigates,
    redirectToMagicLinkCallback: navigates,
    redirectToAccountSettings: navigates,
    redirectToTeamInvitation: navigates,
    redirectToMfa: navigates,
    redirectToError: navigates,
    redirectToOAuthCallback: navigates,
    sendMagicLinkEmail:
      "400 REDIRECT_URL_NOT_WHITELISTED: has no email sent that leads to a website that is not trusted",
    signInWithMagicLink: "200: signs a user up by the link of an email, and in by the code that they type",
    signInWithMfa:
      "200: completes a sign-in with the value of an authenticator app; 400 INVALID_TOTP_CODE for a wrong one",
    signInWithPasskey: "200: registers a passkey, and signs in with it",
    signInWithOAuth: "200: signs up with a provider, and gives the provider's token to the website",
    callOAuthCallback: "200: signs up with a provider, and gives the provider's token to the website",
    promptCliLogin: "201: logs a command line in once a browser has confirmed, and shares its session",
    verifyTeamInvitationCode: "200: invites a user by email, who reads the invitation, accepts it, and is a member",
    acceptTeamInvitation: "200: invites a user by email, who reads the invitation, accepts it, and is a member",
    getTeamInvitationDetails: "200: invites a user by email, who reads the invitation, accepts it, and is a member",
    getItem: readsItems,
  } satisfies Methods<Client>,

  "current user": {
    toClientJson: "200: changes its user's name and metadata, and reads the changes back",
    update: "200: changes its user's name and metadata, and reads the changes back",
    setDisplayName: "200: changes its user's name and metadata, and reads the changes back",
    setClientMetadata: "200: changes its user's name and metadata, and reads the changes back",
    sendVerificationEmail: "200: sends the verification email of the primary address again, until it is verified",
    updatePassword: "200: changes a password, keeps this session and ends the others",
    setPassword: "200: a user without a password sets a first one",
    signOut: "200: signs out, and the session is gone",
    delete: "200: a user deletes the account where the project allows it, 400 where it does not",
    getAuthHeaders: "200: a backend reads the user from the header that the website sends",
    getAuthJson: "200: an access token verifies with jose against the project's key set, and names its user",
    getActiveSessions: "200: lists its sessions, newest first, and ends one of them",
    revokeSession: "200: lists its sessions, newest first, and ends one of them",
    listContactChannels: "200: adds, changes, verifies and deletes a contact channel",
    createContactChannel: "200: adds, changes, verifies and deletes a contact channel",
    registerPasskey: "200: registers a passkey, and signs in with it",
    listTeams: "201: makes a team, which is selected, changes it, and deletes it",
    getTeam: "201: makes a team, which is selected, changes it, and deletes it",
    createTeam: "201: makes a team, which is selected, changes it, and deletes it",
    leaveTeam: "200: a member shows themself under another name in one team, and leaves it",
    setSelectedTeam: "201: makes a team, which is selected, changes it, and deletes it",
    getTeamProfile: "200: a member shows themself under another name in one team, and leaves it",
    listPermissions: grantsInTeam,
    getPermission: grantsInTeam,
    hasPermission: grantsInTeam,
    listNotificationCategories: switchesNotifications,
    listApiKeys: showsKeyOnce,
    createApiKey: showsKeyOnce,
    listOAuthProviders: "200: a user sees their own links, changes what an account may be used for, and unlinks it",
    getOAuthProvider: "200: a user sees their own links, changes what an account may be used for, and unlinks it",
    getConnectedAccount:
      "400 OAUTH_CONNECTION_NOT_CONNECTED_TO_USER, _DOES_NOT_HAVE_REQUIRED_SCOPE: there is no connection",
    getItem: readsItems,
    createCheckoutUrl: buys,
  } satisfies Methods<CurrentUser>,

  "current user of the internal project": {
    createProject: "201: creates a project in the team that sign-up made, and lists it as the only one",
    listOwnedProjects: "201: creates a project in the team that sign-up made, and lists it as the only one",
  } satisfies MoreMethods<CurrentInternalUser, CurrentUser>,

  session: {
    getTokens: "200: makes a session for a user, which website and backend both take",
  } satisfies Methods<Session>,

  "contact channel": {
    sendVerificationEmail: "200: adds, changes, verifies and deletes a contact channel",
    update: "200: adds, changes, verifies and deletes a contact channel",
    delete: "200: adds, changes, verifies and deletes a contact channel",
  } satisfies Methods<ContactChannel>,

  "server app": {
    getUser: "201: creates a user with every field that it may set, and reads it back by id",
    getServerUser: "200: signs a user up, in and out like a website",
    getPartialUser: "200: makes a session for a user, which website and backend both take",
    createUser: "201: creates a user with every field that it may set, and reads it back by id",
    listUsers: "200: lists users page by page, in either direction, without gaps or doubles",
    createTeam: "201: makes a team with every field, finds it among all, changes it, and deletes it",
    listTeams: "201: makes a team with every field, finds it among all, changes it, and deletes it",
    getTeam: "201: makes a team with every field, finds it among all, changes it, and deletes it",
    getItem: readsItems,
    getDataVaultStore: "400 DATA_VAULT_STORE_DOES_NOT_EXIST: both throw it for a store that is not configured",
    sendEmail: sendsEmails,
    createOAuthProvider: "200: a backend links an account to a user, changes the link and deletes it",
  } satisfies MoreMethods<Server, Client> & Record<"getUser" | "getPartialUser" | "getItem", Coverage>,

  "server user": {
    toClientJson: "200: changes every field of a user",
    update: "200: changes every field of a user",
    setDisplayName: "200: changes every field of a user",
    setPrimaryEmail: "200: changes every field of a user",
    setClientMetadata: "200: changes every field of a user",
    setClientReadOnlyMetadata: "200: changes every field of a user",
    setServerMetadata: "200: changes every field of a user",
    setPassword: "200: changes every field of a user",
    createSession: "200: makes a session for a user, which website and backend both take",
    revokeSession: "200: makes a session for a user, which website and backend both take",
    listContactChannels: "200: adds, changes and deletes contact channels of any user",
    createContactChannel: "200: adds, changes and deletes contact channels of any user",
    delete: "200: deletes a user together with the user's sessions",
    updatePassword: "400 SCHEMA_ERROR: changes no password by the old one without the user's session",
    sendVerificationEmail: "throws that it cannot send a verification email on a user's behalf",
    getActiveSessions: { uncalled: "It takes the list's envelope for the list." },
    listTeams: "201: makes a team for a user, who has it selected until another is, or none",
    getTeam: "201: adds users to a team, lists them with what they show there, and takes them out",
    createTeam: "201: makes a team for a user, who has it selected until another is, or none",
    leaveTeam:
      "400 CANNOT_GET_OWN_USER_WITHOUT_USER: cannot leave a team on a user's behalf, as the request is a client's",
    setSelectedTeam: "201: makes a team for a user, who has it selected until another is, or none",
    getTeamProfile: "201: adds users to a team, lists them with what they show there, and takes them out",
    listPermissions: grantsInTeam,
    getPermission: grantsInTeam,
    hasPermission: grantsInTeam,
    grantPermission: grantsInTeam,
    revokePermission: grantsInTeam,
    listNotificationCategories: switchesNotifications,
    listApiKeys: "200: a backend makes keys for users and teams, and lists them",
    createApiKey: "200: a backend makes keys for users and teams, and lists them",
    listOAuthProviders: "200: a backend links an account to a user, changes the link and deletes it",
    getOAuthProvider: "200: a backend links an account to a user, changes the link and deletes it",
    getConnectedAccount:
      "400 OAUTH_CONNECTION_NOT_CONNECTED_TO_USER, _DOES_NOT_HAVE_REQUIRED_SCOPE: there is no connection",
    getItem: readsItems,
    createCheckoutUrl: buys,
  } satisfies Methods<ServerUser>,

  "admin app": {
    getProject: "200: reads its project in full",
    listInternalApiKeys: "200: shows new keys once, lists them by their last four, and revokes them",
    createInternalApiKey: "200: shows new keys once, lists them by their last four, and revokes them",
    listTeamPermissionDefinitions: definesPermissions,
    createTeamPermissionDefinition: definesPermissions,
    updateTeamPermissionDefinition: definesPermissions,
    deleteTeamPermissionDefinition: definesPermissions,
    listProjectPermissionDefinitions: definesPermissions,
    createProjectPermissionDefinition: definesPermissions,
    updateProjectPermissionDefinition: definesPermissions,
    deleteProjectPermissionDefinition: definesPermissions,
    sendTestEmail: "200: tries a mail server, and says what is wrong with one that does not accept",
    sendSignInInvitationEmail: "200: invites someone to sign in, on a website that is trusted",
    listSentEmails: sendsEmails,
    listEmailThemes: changesTheme,
    createEmailTheme: changesTheme,
    updateEmailTheme: changesTheme,
    listEmailTemplates: changesTemplate,
    createEmailTemplate: changesTemplate,
    updateEmailTemplate: changesTemplate,
    listEmailDrafts: sendsDraft,
    createEmailDraft: sendsDraft,
    updateEmailDraft: sendsDraft,
    getEmailPreview: changesTheme,
    sendChatMessage: asksAssistant,
    saveChatMessage: asksAssistant,
    listChatMessages: asksAssistant,
    setupPayments: setsUpPayments,
    createStripeWidgetAccountSession: setsUpPayments,
    getStripeAccountInfo: setsUpPayments,
    createItemQuantityChange: changesItems,
    testModePurchase: buys,
    listTransactions: "200: lists what customers bought and how items changed, page by page and by any filter",
  } satisfies MoreMethods<Admin, Server> & Record<"getProject", Coverage>,

  "admin project": {
    update: "200: changes its project, and what it changes holds at once",
    delete: "400 CURRENT_PROJECT_NOT_FOUND: the keys of a project that its owner deleted open nothing",
    getConfig: "200: overrides its configuration document, and reads it back whole",
    updateConfig: "200: overrides its configuration document, and reads it back whole",
    getProductionModeErrors: "200: reads its project in full",
    transfer: "200: transfers a project to another team of its owner's",
  } satisfies Methods<AdminOwnedProject>,

  "internal API key": {
    isValid: "200: shows new keys once, lists them by their last four, and revokes them",
    whyInvalid: "200: shows new keys once, lists them by their last four, and revokes them",
    revoke: "200: shows new keys once, lists them by their last four, and revokes them",
  } satisfies Methods<InternalApiKey>,

  team: {
    inviteUser: "200: invites for a team without members, and takes the invitation back",
    listUsers: "200: invites a user by email, who reads the invitation, accepts it, and is a member",
    listInvitations: "200: invites a user by email, who reads the invitation, accepts it, and is a member",
    update: "201: makes a team, which is selected, changes it, and deletes it",
    delete: "201: makes a team, which is selected, changes it, and deletes it",
    createApiKey: "200: a team's key identifies its team to a backend",
    listApiKeys: "200: a team's key identifies its team to a backend",
    getItem: readsItems,
    createCheckoutUrl: buys,
  } satisfies Methods<Team>,

  "server team": {
    addUser: "201: adds users to a team, lists them with what they show there, and takes them out",
    removeUser: "201: adds users to a team, lists them with what they show there, and takes them out",
  } satisfies MoreMethods<ServerTeam, Team>,

  "member profile": {
    update: "200: a member shows themself under another name in one team, and leaves it",
  } satisfies Methods<EditableTeamMemberProfile>,
  "team invitation": {
    revoke: "404 VERIFICATION_CODE_NOT_FOUND: accepts no invitation that was taken back",
  } satisfies Methods<TeamInvitation>,
  "notification category": { setEnabled: switchesNotifications } satisfies Methods<NotificationCategory>,
  "OAuth connection": {
    getAccessToken: "200: signs up with a provider, and gives the provider's token to the website",
  } satisfies Methods<OAuthConnection>,

  "OAuth provider": {
    update: "200: a user sees their own links, changes what an account may be used for, and unlinks it",
    delete: "200: a user sees their own links, changes what an account may be used for, and unlinks it",
  } satisfies Methods<OAuthProvider>,

  "API key of a user": {
    update: showsKeyOnce,
    revoke: showsKeyOnce,
    isValid: showsKeyOnce,
    whyInvalid: showsKeyOnce,
  } satisfies Methods<UserApiKey>,

  "server item": {
    increaseQuantity: changesItems,
    decreaseQuantity: changesItems,
    tryDecreaseQuantity: changesItems,
  } satisfies Methods<ServerItem>,

  "data vault store": {
    getValue: "200: the official client reads and replaces what it has set",
    setValue: "200: the official client reads and replaces what it has set",
  } satisfies Methods<DataVaultStore>,
} satisfies Record<string, Record<string, Coverage>>;

const inBrowser = { uncalled: "Not built yet: a test in Chromium, as it leaves the page for a provider's." };
const billed = "reads what customers are billed, also where payments are off";
const sells = "grants products, lists them, and sells them";
const levels = "changes its configuration by level";
const needsNoKey = "needs no publishable key where a project asks for none";
const oneHeader = "proves to a backend by one header who is signed in";
const customer = {
  getBilling: billed,
  createPaymentMethodSetupIntent: billed,
  setDefaultPaymentMethodFromSetupIntent: billed,
  switchSubscription: billed,
  listProducts: sells,
  listInvoices: billed,
};
const ofUser = {
  ...customer,
  listTeamInvitations: "finds its invitations, and accepts one by its id",
  listConnectedAccounts: "finds its invitations, and accepts one by its id",
  linkConnectedAccount: inBrowser,
  getOrLinkConnectedAccount: inBrowser,
};
const ofSession = {
  ...ofUser,
  getAccessToken: needsNoKey,
  getRefreshToken: needsNoKey,
  getAuthorizationHeader: oneHeader,
};

/**
 * The methods that objects of the newest official client have beside those of 2.8.41, with the step that calls it
 * (`web/kit/official-client/client-steps.ts`). Those of its apps are compared as they are.
 */
export const newerClientMethods = {
  "current user": ofSession satisfies MoreMethods<newest.CurrentUser, CurrentUser>,
  "current user of the internal project": {
    ...ofSession,
    transferProject: "makes a project, and gives it to another team",
  } satisfies MoreMethods<newest.CurrentInternalUser, CurrentInternalUser>,
  "server user": {
    ...ofUser,
    grantProduct: sells,
    registerPasskey: { uncalled: "A backend has no passkeys." },
  } satisfies MoreMethods<newest.ServerUser, ServerUser>,
  team: customer satisfies MoreMethods<newest.Team, Team>,
  "server team": customer satisfies MoreMethods<newest.ServerTeam, ServerTeam>,
  "team invitation to a user": {
    accept: "finds its invitations, and accepts one by its id",
  } satisfies Methods<newest.ReceivedTeamInvitation>,
  "admin project": {
    pushConfig: levels,
    updatePushedConfig: levels,
    getPushedConfigSource: levels,
    unlinkPushedConfigSource: levels,
    resetConfigOverrideKeys: levels,
    getConfigOverride: levels,
    replaceConfigOverride: levels,
  } satisfies MoreMethods<newest.AdminOwnedProject, AdminOwnedProject>,
} satisfies Record<string, Record<string, Coverage>>;
