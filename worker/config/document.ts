import * as z from "zod";
import { mustBeInteger } from "../protocol/validation-messages";
import { appearance } from "./areas/appearance";
import { auth } from "./areas/auth";
import { domains } from "./areas/domains";
import { emails } from "./areas/emails";
import { payments } from "./areas/payments";
import { rbac } from "./areas/rbac";
import { chosenId } from "./settings";

const teams = z.object({
  createPersonalTeamOnSignUp: z.boolean().default(false),
  allowClientTeamCreation: z.boolean().default(false),
  /** Says whether invitations that do not say so, or were sent before, are for a user who has verified their address only. */
  invitationsForRecipientOnly: z.boolean().default(false),
});

const users = z.object({ allowClientUserDeletion: z.boolean().default(false) });

const apiKeys = z.object({
  enabled: z.object({ user: z.boolean().default(false), team: z.boolean().default(false) }),
});

const dataVault = z.object({
  stores: z.record(chosenId("store"), z.object({ displayName: z.string().default("Unnamed Vault") })),
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
});

/** Rendered documents are shared between requests. */
type DeepReadonly<T> = T extends object ? { readonly [K in keyof T]: DeepReadonly<T[K]> } : T;

/** The complete configuration of a project, with every default filled in. */
export type ProjectConfig = DeepReadonly<{ sourceOfTruth: { type: "hosted" } } & z.output<typeof configDocument>>;

/** One provider of `auth.oauth.providers`. */
export type OAuthProviderConfig = ProjectConfig["auth"]["oauth"]["providers"][string];

/** One offer of `payments.offers`. */
export type OfferConfig = ProjectConfig["payments"]["offers"][string];
