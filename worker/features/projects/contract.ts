// Projects: what owners create and configure, what admins read and change, and what every client may read of one.
import * as z from "zod";
import { fonts, radii } from "../../config/areas/appearance";
import { customerType } from "../../config/areas/payments";
import {
  hasFewWildcards,
  isTrustable,
  maxTrustedDomains,
  mustBeDomainPattern,
  tooManyWildcards,
} from "../../config/domain-pattern";
import { readNativeAddress } from "../../config/native-address";
import { accountMergeStrategies, providerTypes } from "../../config/oauth-choices";
import { adminOnly, clientOrHigher, endpoint } from "../../protocol/endpoint";
import { plainError } from "../../protocol/error-definitions";
import {
  cursor,
  email,
  filledText,
  flag,
  host,
  integer,
  longText,
  millis,
  nameLine,
  noQuery,
  Success,
  shortText,
  text,
  url,
  uuid,
} from "../../protocol/fields";
import { mustBeDefined, mustBeInteger, mustNotBeEmpty } from "../../protocol/validation-messages";
import { projectsAtCap } from "../caps/contract";
import { imageRefused } from "../images/contract";

export const providerId = z.enum(providerTypes);

const mergeStrategy = z.enum(accountMergeStrategies);
const permissionIds = z.array(z.object({ id: z.string() }));

const flags = {
  sign_up_enabled: z.boolean(),
  credential_enabled: z.boolean(),
  magic_link_enabled: z.boolean(),
  passkey_enabled: z.boolean(),
  client_team_creation_enabled: z.boolean(),
  client_user_deletion_enabled: z.boolean(),
  allow_user_api_keys: z.boolean(),
  allow_team_api_keys: z.boolean(),
};
const enabledProviders = z.array(z.object({ id: z.string() }));
/** Rules that the forms of the pages follow. */
const rules = { password_min_length: z.number(), totp_mfa_enabled: z.boolean() };
const customerTypes = z.array(customerType);

/** How the mails and pages of a project look, and what they link to; null where the project has set nothing. */
export const Appearance = z.object({
  logo_url: z.string().nullable(),
  logo_dark_url: z.string().nullable(),
  accent_color: z.string().nullable(),
  radius: z.enum(radii).nullable(),
  font: z.enum(fonts).nullable(),
  terms_url: z.string().nullable(),
  privacy_url: z.string().nullable(),
  support_url: z.string().nullable(),
  home_url: z.string().nullable(),
  texts: z.record(z.string(), z.string()),
});

const StandardEmailServer = {
  host: z.string(),
  port: z.number(),
  username: z.string(),
  password: z.string(),
  sender_name: z.string(),
  sender_email: z.string(),
};

/** A provider as a project's admins see it. */
export const OAuthProvider = z.object({
  provider_config_id: z.string(),
  id: z.string(),
  type: z.enum(["shared", "standard"]),
  client_id: z.string().optional(),
  client_secret: z.string().optional(),
  facebook_config_id: z.string().optional(),
  microsoft_tenant_id: z.string().optional(),
  /** Present for providers that are switched off only, as `false`. */
  enabled: z.boolean().optional(),
});

/** A project as its admins see it. */
export const AdminProject = z.object({
  id: z.string(),
  display_name: z.string(),
  description: z.string(),
  logo_url: z.string().nullable(),
  full_logo_url: z.string().nullable(),
  created_at_millis: millis,
  is_production_mode: z.boolean(),
  owner_team_id: z.string().nullable(),
  config: z.object({
    ...flags,
    ...rules,
    allow_localhost: z.boolean(),
    create_team_on_sign_up: z.boolean(),
    oauth_account_merge_strategy: mergeStrategy,
    email_theme: z.string(),
    oauth_providers: z.array(OAuthProvider),
    enabled_oauth_providers: enabledProviders,
    customer_types: customerTypes,
    appearance: Appearance,
    domains: z.array(z.object({ domain: z.string(), handler_path: z.string() })),
    email_config: z.discriminatedUnion("type", [
      z.object({ type: z.literal("shared") }),
      z.object({ type: z.literal("standard"), ...StandardEmailServer }),
    ]),
    team_creator_default_permissions: permissionIds,
    team_member_default_permissions: permissionIds,
    user_default_permissions: permissionIds,
  }),
});

/** A project as every holder of its publishable key sees it. */
export const ClientProject = z.object({
  id: z.string(),
  display_name: z.string(),
  config: z.object({
    ...flags,
    ...rules,
    enabled_oauth_providers: enabledProviders,
    customer_types: customerTypes,
    appearance: Appearance,
  }),
});

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
const settingText = text(1_500_000);

/** A provider as it is written into a project. */
export const OAuthProviderWrite = z
  .strictObject({
    id: providerId,
    type: z.enum(["shared", "standard"]),
    client_id: settingText.optional(),
    client_secret: settingText.optional(),
    facebook_config_id: settingText.optional(),
    microsoft_tenant_id: settingText.optional(),
    enabled: flag.optional(),
  })
  .superRefine((provider, context) => {
    if (provider.type !== "standard") return;
    for (const field of ["client_id", "client_secret"] as const) {
      if (provider[field] === undefined) context.addIssue({ code: "custom", path: [field], message: mustBeDefined });
      else if (provider[field] === "") context.addIssue({ code: "custom", path: [field], message: mustNotBeEmpty });
    }
  });

type StandardServer = z.output<z.ZodObject<typeof StandardEmailServer>>;

const emailConfigWrite = z
  .strictObject({
    type: z.enum(["shared", "standard"]),
    host: host.optional(),
    port: z.number().min(0).max(65_535).refine(Number.isInteger, mustBeInteger).optional(),
    username: filledText.optional(),
    password: text(70).min(1, mustNotBeEmpty).optional(),
    sender_name: nameLine.optional(),
    sender_email: email.min(1, mustNotBeEmpty).optional(),
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
  );

const permissionList = z.array(z.strictObject({ id: shortText })).max(1_000);

const configWrite = z.strictObject({
  sign_up_enabled: flag.optional(),
  credential_enabled: flag.optional(),
  magic_link_enabled: flag.optional(),
  passkey_enabled: flag.optional(),
  allow_localhost: flag.optional(),
  client_team_creation_enabled: flag.optional(),
  client_user_deletion_enabled: flag.optional(),
  allow_user_api_keys: flag.optional(),
  allow_team_api_keys: flag.optional(),
  create_team_on_sign_up: flag.optional(),
  oauth_account_merge_strategy: mergeStrategy.optional(),
  email_theme: shortText.optional(),
  oauth_providers: z.array(OAuthProviderWrite).max(100).optional(),
  domains: z
    .array(
      z.strictObject({
        domain: trustedDomain,
        handler_path: text(300).startsWith("/", "Handler path must start with /"),
      }),
    )
    .max(maxTrustedDomains)
    .optional(),
  email_config: emailConfigWrite.optional(),
  team_creator_default_permissions: permissionList.optional(),
  team_member_default_permissions: permissionList.optional(),
  user_default_permissions: permissionList.optional(),
});

const writable = {
  description: longText.nullable().optional(),
  is_production_mode: flag.optional(),
  logo_url: url.nullable().optional(),
  full_logo_url: url.nullable().optional(),
  config: configWrite.optional(),
};

export const ProjectUpdate = z.strictObject({ display_name: longText.optional(), ...writable });

export const themeNotFound = plainError(400, "Invalid email theme");
export const configNotJson = plainError(400, "Invalid config JSON");
export const configRefused = plainError(400, ({ configProblem }: { configProblem: string }) => configProblem);
export const domainOfOthers = plainError(
  400,
  ({ domain }: { domain: string }) =>
    `Trusted domains of a project in production must not cover the domains of others: ${domain}`,
);
export const internalProjectStays = plainError(400, "The internal project cannot be deleted");
export const projectsWithoutOwner = plainError(
  400,
  ({ projects }: { projects: string }) =>
    `Projects would be left without an owner. Transfer or delete them first: ${projects}`,
);
export const noRoomForProjects = plainError(
  413,
  "The installation has no room for another project. Please ask its operator to add a database.",
);
export const projectIsBusy = plainError(409, "The project is being changed by somebody else. Please try again.");

/** The most projects of one page, and of a response that is the whole list. */
export const longestPage = 100;
export const longestList = 1_000;

export const tooManyProjects = plainError(
  400,
  `There are more than ${longestList} projects. Please give a limit, and request them page by page.`,
);

export const listOwnedProjects = endpoint("GET /internal/projects", {
  summary: "List the projects that the signed-in owner owns",
  description:
    "Requested on the internal project, at client tier, as the owner. Without `limit` and `cursor` the response is the whole list.",
  access: clientOrHigher,
  query: z.strictObject({
    limit: integer
      .min(1)
      .optional()
      .meta({ description: `${longestPage} at most, and when only a cursor is given` }),
    cursor: cursor.optional(),
  }),
  response: z.object({
    items: z.array(AdminProject),
    is_paginated: z.boolean(),
    pagination: z.object({ next_cursor: z.string().nullable() }).optional().meta({ description: "Of a page only" }),
  }),
  errors: ["USER_AUTHENTICATION_REQUIRED", "EXPECTED_INTERNAL_PROJECT", tooManyProjects],
});

export const createProject = endpoint("POST /internal/projects", {
  summary: "Create a project that a team of the signed-in owner's owns",
  description: "Requested on the internal project, at client tier, as the owner.",
  access: clientOrHigher,
  query: noQuery,
  body: z.strictObject({ display_name: longText, owner_team_id: uuid, ...writable }),
  response: AdminProject,
  status: 201,
  errors: [
    "USER_AUTHENTICATION_REQUIRED",
    "EXPECTED_INTERNAL_PROJECT",
    "TEAM_MEMBERSHIP_NOT_FOUND",
    imageRefused,
    domainOfOthers,
    projectsAtCap,
    noRoomForProjects,
  ],
});

/** The endpoints on the project itself, which integrations have under a base of their own. */
function currentProjectEndpoints<const Base extends "internal" | "integrations/neon">(base: Base) {
  return {
    read: endpoint(`GET /${base}/projects/current`, {
      summary: "Read the project with its configuration",
      access: adminOnly,
      query: noQuery,
      response: AdminProject,
    }),

    update: endpoint(`PATCH /${base}/projects/current`, {
      summary: "Change the project",
      description: "Absent fields stay as they are; lists replace the whole list.",
      access: adminOnly,
      query: noQuery,
      body: ProjectUpdate,
      response: AdminProject,
      errors: [themeNotFound, imageRefused, domainOfOthers, projectIsBusy],
    }),
  };
}

export const current = currentProjectEndpoints("internal");
export const { read: readAdminProject, update: updateProject } = current;

export const neonCurrent = currentProjectEndpoints("integrations/neon");

const ProductionModeFinding = z.object({ message: z.string(), relative_fix_url: z.string() });

export const readProductionModeErrors = endpoint("GET /internal/projects/current/production-mode-errors", {
  summary: "Say what has to be mended before the project is ready for production",
  access: adminOnly,
  query: noQuery,
  response: z.object({
    errors: z.array(ProductionModeFinding),
    recommendations: z.array(ProductionModeFinding),
  }),
});

export const deleteProject = endpoint("DELETE /internal/projects/current", {
  summary: "Delete the project with everything in it",
  access: adminOnly,
  query: noQuery,
  response: Success,
  errors: [internalProjectStays],
});

export const readProjectConfig = endpoint("GET /internal/config", {
  summary: "Read the rendered configuration document",
  access: adminOnly,
  query: noQuery,
  response: z.object({ config_string: z.string() }),
});

export const overrideProjectConfig = endpoint("PATCH /internal/config/override", {
  summary: "Change the configuration document by a patch",
  description: "The patch is JSON text: dotted keys change a leaf, an object replaces a subtree, null deletes.",
  access: adminOnly,
  query: noQuery,
  body: z.strictObject({ config_override_string: settingText.optional() }),
  response: z.object({}),
  errors: [configNotJson, configRefused, domainOfOthers, imageRefused, projectIsBusy],
});

export const readClientProject = endpoint("GET /projects/current", {
  summary: "Read what clients may see of the project",
  access: clientOrHigher,
  query: noQuery,
  response: ClientProject,
  readsAnywhere: true,
});
