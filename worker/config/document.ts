import * as z from "zod";
import { isNormalUuid, text } from "../protocol/fields";
import { containsSpaces, mustBeInteger } from "../protocol/validation-messages";
import { appearance } from "./areas/appearance";
import { auth } from "./areas/auth";
import { emails } from "./areas/emails";
import { payments } from "./areas/payments";
import {
  defaultHandlerPath,
  handlerPath,
  hasFewWildcards,
  isTrustable,
  maxTrustedDomains,
  mustBeDomainPattern,
  tooManyWildcards,
} from "./domain-pattern";
import { customPermissionId, permissionIdKey } from "./permission-ids";
import { chosenId } from "./settings";

/** The most permissions that a user or member gets by default, of each kind: each is a row, and an event, of whoever joins. */
export const maxDefaultPermissions = 100;

const permissionSet = z.record(permissionIdKey, z.literal(true));

const rbac = z.object({
  permissions: z.record(
    customPermissionId,
    z.object({
      description: z.string().optional(),
      scope: z.enum(["team", "project"]).optional(),
      containedPermissionIds: permissionSet,
    }),
  ),
  defaultPermissions: z
    .object({ teamCreator: permissionSet, teamMember: permissionSet, signUp: permissionSet })
    .refine(areFew, `{path} must have at most ${maxDefaultPermissions} entries of each kind`),
});

/** An entry of null is one that was taken away. */
function areFew(sets: Partial<Record<string, Record<string, unknown>>>): boolean {
  return Object.values(sets).every(
    (set = {}) => Object.values(set ?? {}).filter((entry) => entry !== null).length <= maxDefaultPermissions,
  );
}

const trustedUrl = text(300)
  .refine((value) => !/\s/.test(value), containsSpaces)
  .refine(isTrustable, mustBeDomainPattern)
  .refine(hasFewWildcards, tooManyWildcards);

const domains = z
  .object({
    allowLocalhost: z.boolean().default(false),
    trustedDomains: z.record(
      // The project object's `domains` are stored under random UUIDs.
      chosenId("trustedDomain", isNormalUuid),
      z.object({ baseUrl: trustedUrl.optional(), handlerPath: handlerPath.default(defaultHandlerPath) }),
    ),
  })
  .refine(hasFewDomains, `{path}.trustedDomains must have at most ${maxTrustedDomains} entries`);

/** An entry of null is one that was taken away. */
function hasFewDomains({ trustedDomains = {} }: { trustedDomains?: Record<string, unknown> }): boolean {
  return Object.values(trustedDomains).filter((entry) => entry !== null).length <= maxTrustedDomains;
}

const teams = z.object({
  createPersonalTeamOnSignUp: z.boolean().default(false),
  allowClientTeamCreation: z.boolean().default(false),
  /** Says whether invitations that do not say so, or were sent before, are for a user who has verified their address only. */
  invitationsForRecipientOnly: z.boolean().default(false),
});

const users = z.object({ allowClientUserDeletion: z.boolean().default(false) });

/** What users have to do before the project has full use of them: until then they sign in, and are restricted. */
const onboarding = z.object({ requireEmailVerification: z.boolean().default(false) });

const apiKeys = z.object({
  enabled: z.object({ user: z.boolean().default(false), team: z.boolean().default(false) }),
});

const dataVault = z.object({
  stores: z.record(chosenId("store"), z.object({ displayName: z.string().default("Unnamed Vault") })),
});

/** Holds what the owner alone decides, at a level of its own. */
const project = z.object({
  /** Says whether clients have to send a publishable key, which keeps nobody out, as every visitor of a website can read it. */
  requirePublishableClientKey: z.boolean().default(true),
});

const workflows = z.object({
  availableWorkflows: z.record(
    chosenId("workflow"),
    z.object({
      displayName: z.string().default("Unnamed Workflow"),
      tsSource: z.string().default("Error: this workflow has no source."),
      enabled: z.boolean().default(false),
    }),
  ),
});

/** The pages on which a project's users sign in at the address of this instance. */
const hostedPages = z.object({ enabled: z.boolean().default(true) });

/**
 * The audit log: for how many days an event is kept from when it is recorded. A change holds for the events after it, and
 * those of a stolen key are kept for a month whatever it sets.
 */
const audit = z.object({
  retentionDays: z.number().refine(Number.isInteger, mustBeInteger).min(30).max(3650).default(365),
});

const count = (fallback: number) =>
  z.number().refine(Number.isInteger, mustBeInteger).min(1).max(1000).default(fallback);

/** Limits how many a user or a team may have. They hold for servers as for clients; what is there beyond one stays. */
const limits = z.object({
  contactChannelsPerUser: count(50),
  /** Limits the teams of which the user is the creator, whether or not they are a member still. */
  teamsPerCreator: count(100),
  /** Those that are neither revoked nor expired. */
  apiKeysPerUser: count(100),
  apiKeysPerTeam: count(100),
  passkeysPerUser: count(25),
  /** At OAuth providers, whether they sign the user in or not. */
  linkedAccountsPerUser: count(100),
  /** Registrations of passkeys that have begun and may still be completed. */
  passkeyChallengesPerUser: count(50),
});

/**
 * Every setting of a project, in the order in which the document is rendered. `sourceOfTruth` is not here: a project's
 * owner may not override it, and it is always `hosted`.
 */
export const configDocument = z.object({
  auth,
  teams,
  users,
  onboarding,
  domains,
  apiKeys,
  rbac,
  emails,
  payments,
  dataVault,
  workflows,
  appearance,
  hostedPages,
  audit,
  limits,
  project,
});

/** Rendered documents are shared between requests. */
type DeepReadonly<T> = T extends object ? { readonly [K in keyof T]: DeepReadonly<T[K]> } : T;

/** The complete configuration of a project, with every default filled in. */
export type ProjectConfig = DeepReadonly<{ sourceOfTruth: { type: "hosted" } } & z.output<typeof configDocument>>;

/** One provider of `auth.oauth.providers`. */
export type OAuthProviderConfig = ProjectConfig["auth"]["oauth"]["providers"][string];

/** One offer of `payments.offers`. */
export type OfferConfig = ProjectConfig["payments"]["offers"][string];
