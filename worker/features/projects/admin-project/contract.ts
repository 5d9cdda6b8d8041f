// A project as its admins read and change it.
import * as z from "zod";
import {
  defaultHandlerPath,
  handlerPath,
  hasFewWildcards,
  isTrustable,
  maxTrustedDomains,
  mustBeDomainPattern,
  tooManyWildcards,
} from "../../../config/domain-pattern";
import { readNativeAddress } from "../../../config/native-address";
import { accountMergeStrategies, providerTypes } from "../../../config/oauth-choices";
import {
  email,
  filledText,
  flag,
  host,
  longText,
  millis,
  nameLine,
  shortText,
  text,
  url,
} from "../../../protocol/fields";
import { ours } from "../../../protocol/official-clients";
import { mustBeDefined, mustBeInteger, mustNotBeEmpty } from "../../../protocol/validation-messages";
import {
  allowLocalhost,
  appearance,
  customerTypes,
  enabledProviders,
  flags,
  rules,
  trustedDomains,
} from "../client-project/contract";

export const providerId = z.enum(providerTypes);

const mergeStrategy = z
  .enum(accountMergeStrategies)
  .describe(
    "What happens when an account at a provider has the address of a user: `link_method` links it to that user, `raise_error` refuses it, `allow_duplicates` makes another user.",
  );

const permissionIds = z.array(
  z
    .object({ id: z.string().describe("The id of a permission of teams, or of the project where users get it.") })
    .meta({ id: "GrantedPermission" }),
);

const StandardEmailServer = {
  host: z.string().describe("The host name of the SMTP server."),
  port: z.number().describe("The port of the SMTP server: 465 for TLS from the start, 587 for STARTTLS."),
  username: z.string().describe("The user name at the SMTP server."),
  password: z.string().describe("The password at the SMTP server. Stored sealed."),
  sender_name: z.string().describe("The name in the emails' `From`."),
  sender_email: z.string().describe("The address in the emails' `From`."),
};

/** A provider as a project's admins see it. */
export const OAuthProvider = z
  .object({
    provider_config_id: z.string().describe("The provider's id in the project's configuration, such as `google`."),
    id: z.string().describe("The kind of provider, such as `google`."),
    type: z
      .enum(["shared", "standard"])
      .describe("`shared` for the keys of this server, `standard` for keys of the project's own."),
    client_id: z.string().optional().describe("The client id at the provider. Required for `standard`."),
    client_secret: z
      .string()
      .optional()
      .describe("The client secret, or the private key in PEM that makes one. Required for `standard`. Stored sealed."),
    facebook_config_id: z
      .string()
      .optional()
      .describe("The configuration of Facebook Login for Business. Only for `facebook`."),
    microsoft_tenant_id: z.string().optional().describe("The tenant whose accounts may sign in. Only for `microsoft`."),
    /** Present for providers that are switched off only, as `false`. */
    enabled: z
      .boolean()
      .optional()
      .describe("`false` for a provider that is configured and switched off. Absent where it is on."),
  })
  .meta({ id: "OAuthProvider" });

/** A project as its admins see it. */
export const AdminProject = z
  .object({
    id: z.string().describe("The project's id, a UUID, or `internal`."),
    display_name: z.string().describe("The project's name, which its sign-in pages and emails show."),
    description: z.string().describe("A text about the project, which only its owners see."),
    logo_url: z.string().nullable().describe("The address of the square logo, or `null` for none."),
    full_logo_url: z
      .string()
      .nullable()
      .describe("The address of the logo with the name beside it, or `null` for none."),
    created_at_millis: millis.describe("When the project was created, in milliseconds since the Unix epoch."),
    is_production_mode: z
      .boolean()
      .describe(
        "Whether the project is in production: purchases are then real, and no trusted domain may cover those of others.",
      ),
    owner_team_id: z.string().nullable().describe("The team of the internal project whose members own the project."),
    config: z
      .object({
        ...flags,
        ...rules,
        allow_localhost: allowLocalhost,
        require_publishable_client_key: ours(
          z.boolean().describe("Whether clients have to send a publishable client key."),
        ),
        create_team_on_sign_up: z.boolean().describe("Whether each new user gets a team of their own."),
        oauth_account_merge_strategy: mergeStrategy,
        email_theme: z.string().describe("The id of the theme in which emails are sent."),
        oauth_providers: z
          .array(OAuthProvider)
          .describe("The OAuth providers of the project. A list that is sent replaces the whole list."),
        enabled_oauth_providers: enabledProviders,
        customer_types: customerTypes,
        appearance,
        domains: trustedDomains.describe(
          "The trusted domains: where links, codes and redirects may lead. A list that is sent replaces the whole list.",
        ),
        email_config: z
          .discriminatedUnion("type", [
            z.object({
              type: z
                .literal("shared")
                .describe("`shared` for the mail server of this instance, `standard` for one of the project's own."),
            }),
            z.object({
              type: z
                .literal("standard")
                .describe("`shared` for the mail server of this instance, `standard` for one of the project's own."),
              ...StandardEmailServer,
            }),
          ])
          .describe("The mail server by which the project sends."),
        team_creator_default_permissions: permissionIds.describe("What the creator of a team is granted in it."),
        team_member_default_permissions: permissionIds.describe("What every new member of a team is granted in it."),
        user_default_permissions: permissionIds.describe("What every new user is granted in the project."),
      })
      .meta({ id: "AdminProjectConfig" })
      .describe("The project's settings."),
  })
  .meta({ id: "AdminProject" });

/** A domain that a project trusts, or a pattern of some, or the address of a native app. */
export const trustedDomain = url
  .refine(
    (value) => /^https?:\/\//.test(value) || readNativeAddress(value) !== undefined,
    "URL must start with http:// or https://",
  )
  .refine(hasFewWildcards, tooManyWildcards)
  // Not said of what is no URL at all, which has its own complaint.
  .refine(isTrustable, { error: mustBeDomainPattern, when: ({ issues }) => issues.length === 0 });

/** A setting, or a patch of all. Whether the document has room for it (1 MiB) is said by an error of its own. */
export const settingText = text(1_500_000);

/** A provider as it is written into a project. */
export const OAuthProviderWrite = z
  .strictObject({
    id: providerId.describe("The kind of provider, such as `google`."),
    type: z
      .enum(["shared", "standard"])
      .describe("`shared` for the keys of this server, `standard` for keys of the project's own."),
    client_id: settingText.optional().describe("The client id at the provider. Required for `standard`."),
    client_secret: settingText
      .optional()
      .describe("The client secret, or the private key in PEM that makes one. Required for `standard`. Stored sealed."),
    facebook_config_id: settingText
      .optional()
      .describe("The configuration of Facebook Login for Business. Only for `facebook`."),
    microsoft_tenant_id: settingText
      .optional()
      .describe("The tenant whose accounts may sign in. Only for `microsoft`."),
    enabled: flag.optional().describe("`false` switches the provider off."),
  })
  .superRefine((provider, context) => {
    if (provider.type !== "standard") return;
    for (const field of ["client_id", "client_secret"] as const) {
      if (provider[field] === undefined) context.addIssue({ code: "custom", path: [field], message: mustBeDefined });
      else if (provider[field] === "") context.addIssue({ code: "custom", path: [field], message: mustNotBeEmpty });
    }
  })
  .meta({ id: "OAuthProviderWrite" });

type StandardServer = z.output<z.ZodObject<typeof StandardEmailServer>>;

const emailConfigWrite = z
  .strictObject({
    type: z
      .enum(["shared", "standard"])
      .describe("`shared` for the mail server of this instance, `standard` for one of the project's own."),
    host: host.optional().describe("The host name of the SMTP server."),
    port: z
      .number()
      .min(0)
      .max(65_535)
      .refine(Number.isInteger, mustBeInteger)
      .optional()
      .describe("The port of the SMTP server: 465 for TLS from the start, 587 for STARTTLS."),
    username: filledText.optional().describe("The user name at the SMTP server."),
    password: text(70).min(1, mustNotBeEmpty).optional().describe("The password at the SMTP server. Stored sealed."),
    sender_name: nameLine.optional().describe("The name in the emails' `From`."),
    sender_email: email.min(1, mustNotBeEmpty).optional().describe("The address in the emails' `From`."),
  })
  .superRefine((server, context) => {
    if (server.type !== "standard") return;
    for (const field of ["host", "port", "username", "password", "sender_name", "sender_email"] as const) {
      if (server[field] === undefined) context.addIssue({ code: "custom", path: [field], message: mustBeDefined });
    }
  })
  .transform(({ type, ...server }) =>
    // The check above has made sure of the six.
    type === "shared" ? { type } : { type, ...(server as StandardServer) },
  )
  .meta({ id: "EmailConfigWrite" });

const permissionList = z
  .array(
    z
      .strictObject({
        id: shortText.describe("The id of a permission of teams, or of the project where users get it."),
      })
      .meta({ id: "GrantedPermissionWrite" }),
  )
  .max(1_000);

const configWrite = z
  .strictObject({
    sign_up_enabled: flag
      .optional()
      .describe("Whether people may make accounts themselves. Servers create users in any case."),
    credential_enabled: flag.optional().describe("Whether users may sign in by password."),
    magic_link_enabled: flag
      .optional()
      .describe("Whether users may sign in by codes and links that are emailed to them."),
    passkey_enabled: flag.optional().describe("Whether users may sign in by passkey."),
    allow_localhost: flag
      .optional()
      .describe(
        "Whether pages on this computer (`localhost`, `127.x.x.x`, `[::1]`) count as trusted. For development.",
      ),
    require_publishable_client_key: flag
      .optional()
      .describe("Whether clients have to send a publishable client key. True for a new project."),
    client_team_creation_enabled: flag.optional().describe("Whether clients may create teams."),
    client_user_deletion_enabled: flag.optional().describe("Whether clients may delete their own user."),
    allow_user_api_keys: flag.optional().describe("Whether users may have API keys."),
    allow_team_api_keys: flag.optional().describe("Whether teams may have API keys."),
    create_team_on_sign_up: flag.optional().describe("Whether each new user gets a team of their own."),
    require_email_verification: flag
      .optional()
      .describe(
        "Whether users are kept from full use until their primary address is verified. Read it in the configuration.",
      ),
    oauth_account_merge_strategy: mergeStrategy.optional(),
    email_theme: shortText.optional().describe("The id of the theme in which emails are sent."),
    oauth_providers: z
      .array(OAuthProviderWrite)
      .max(100)
      .optional()
      .describe("The OAuth providers of the project. A list that is sent replaces the whole list."),
    domains: z
      .array(
        z
          .strictObject({
            domain: trustedDomain.describe(
              "An origin such as `https://app.example.com`. `*` stands for a part of the host name without dots, `**` for any.",
            ),
            handler_path: handlerPath
              .default(defaultHandlerPath)
              .describe("The path of the sign-in pages on that domain. `/handler` by default."),
          })
          .meta({ id: "TrustedDomainWrite" }),
      )
      .max(maxTrustedDomains)
      .optional()
      .describe(
        "The trusted domains: where links, codes and redirects may lead. A list that is sent replaces the whole list.",
      ),
    email_config: emailConfigWrite.optional().describe("The mail server by which the project sends."),
    team_creator_default_permissions: permissionList
      .optional()
      .describe("What the creator of a team is granted in it."),
    team_member_default_permissions: permissionList
      .optional()
      .describe("What every new member of a team is granted in it."),
    user_default_permissions: permissionList.optional().describe("What every new user is granted in the project."),
  })
  .meta({ id: "ProjectConfigWrite" });

export const writable = {
  description: longText.nullable().optional().describe("A text about the project, which only its owners see."),
  is_production_mode: flag
    .optional()
    .describe(
      "Whether the project is in production: purchases are then real, and no trusted domain may cover those of others.",
    ),
  logo_url: url
    .nullable()
    .optional()
    .describe("A square logo: a `data:` URL of an image, which is stored, or an address. `null` removes it."),
  full_logo_url: url
    .nullable()
    .optional()
    .describe("A logo with the name beside it, as for `logo_url`. `null` removes it."),
  config: configWrite.optional().describe("The project's settings."),
};

export const ProjectUpdate = z
  .strictObject({
    display_name: longText.optional().describe("The project's name, which its sign-in pages and emails show."),
    ...writable,
  })
  .meta({ id: "ProjectUpdate" });
