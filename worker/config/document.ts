import { defaultThemeId } from "./built-in-sources";
import { accountMergeStrategies, providerTypes } from "./oauth-choices";
import { payments } from "./payments";
import {
  atMost,
  chosenId,
  customPermissionId,
  email,
  grantedPermissionId,
  handlerPath,
  handlerPathMessage,
  notEmpty,
  notSealed,
  permissionId,
  port,
  trustedDomainId,
  trustedUrl,
  uuid,
  uuidKey,
} from "./rules";
import {
  choice,
  either,
  exactly,
  flag,
  group,
  optionalNumber,
  optionalText,
  type Rendered,
  record,
  required,
  text,
} from "./settings";

const permissionSet = record(grantedPermissionId, exactly(true));

/**
 * Every setting of a project, with its kind, its rules and its default. `sourceOfTruth` is not here: it may not be
 * overridden by a project's owner, and is always `hosted`.
 */
export const configDocument = group({
  auth: group({
    allowSignUp: flag(true),
    password: group({ allowSignIn: flag(false) }),
    otp: group({ allowSignIn: flag(false) }),
    passkey: group({ allowSignIn: flag(false) }),
    oauth: group({
      accountMergeStrategy: choice(accountMergeStrategies, "link_method"),
      providers: record(
        permissionId,
        group({
          type: choice(providerTypes, undefined),
          isShared: flag(true),
          allowSignIn: flag(false),
          allowConnectedAccounts: flag(false),
          clientId: optionalText(),
          clientSecret: optionalText(notSealed),
          facebookConfigId: optionalText(),
          microsoftTenantId: optionalText(),
        }),
      ),
    }),
  }),
  teams: group({ createPersonalTeamOnSignUp: flag(false), allowClientTeamCreation: flag(false) }),
  users: group({ allowClientUserDeletion: flag(false) }),
  domains: group({
    allowLocalhost: flag(false),
    trustedDomains: record(
      trustedDomainId,
      group({
        baseUrl: optionalText(trustedUrl, atMost(300)),
        handlerPath: required(text("/handler", handlerPath, atMost(300)), () => handlerPathMessage),
      }),
    ),
  }),
  apiKeys: group({ enabled: group({ user: flag(false), team: flag(false) }) }),
  rbac: group({
    permissions: record(
      customPermissionId,
      group({
        description: optionalText(),
        scope: choice(["team", "project"], undefined),
        containedPermissionIds: permissionSet,
      }),
    ),
    defaultPermissions: group({ teamCreator: permissionSet, teamMember: permissionSet, signUp: permissionSet }),
  }),
  emails: group({
    selectedThemeId: text(defaultThemeId),
    themes: record(
      uuidKey,
      group({
        displayName: required(text("Unnamed Theme")),
        tsxSource: required(text("Error: this theme has no source.")),
      }),
    ),
    templates: record(
      uuidKey,
      group({
        displayName: required(text("Unnamed Template")),
        tsxSource: required(text("Error: this template has no source.")),
        /** `false`: no theme at all. Absent: the selected theme. */
        themeId: either(optionalText(uuid), exactly(false), undefined),
      }),
    ),
    server: group({
      isShared: flag(true),
      provider: choice(["resend", "smtp"], "smtp"),
      host: optionalText(notEmpty),
      port: optionalNumber(port),
      username: optionalText(notEmpty),
      password: optionalText(notEmpty, notSealed, atMost(70)),
      senderName: optionalText(notEmpty),
      senderEmail: optionalText(notEmpty, email),
    }),
  }),
  payments,
  dataVault: group({
    stores: record(chosenId("store"), group({ displayName: text("Unnamed Vault") })),
  }),
  workflows: group({
    availableWorkflows: record(
      chosenId("workflow"),
      group({
        displayName: text("Unnamed Workflow"),
        tsSource: text("Error: this workflow has no source."),
        enabled: flag(false),
      }),
    ),
  }),
});

/** The complete configuration of a project, as every rule reads it. */
export type ProjectConfig = { readonly sourceOfTruth: { readonly type: "hosted" } } & Rendered<typeof configDocument>;

/** One provider of `auth.oauth.providers`. */
export type OAuthProviderConfig = ProjectConfig["auth"]["oauth"]["providers"][string];
