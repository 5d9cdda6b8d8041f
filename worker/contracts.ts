// Every endpoint of the API, gathered from the contracts of its slices. The API reference is made from them.
import * as apiKeys from "./features/api-keys/contract";
import * as assistant from "./features/assistant/contract";
import * as audit from "./features/audit/contract";
import * as anonymous from "./features/auth/anonymous/contract";
import * as cli from "./features/auth/cli/contract";
import * as hosted from "./features/auth/hosted/contract";
import * as mfa from "./features/auth/mfa/contract";
import * as oauth from "./features/auth/oauth/contract";
import * as otp from "./features/auth/otp/contract";
import * as passkey from "./features/auth/passkey/contract";
import * as password from "./features/auth/password/contract";
import * as reauthentication from "./features/auth/reauthentication/contract";
import * as sessions from "./features/auth/sessions/contract";
import * as dataVault from "./features/data-vault/contract";
import * as discovery from "./features/discovery/contract";
import * as emailLog from "./features/email-log/contract";
import * as emailSends from "./features/email-sends/contract";
import * as emails from "./features/emails/contract";
import * as emailDrafts from "./features/emails/drafts/contract";
import * as emailPreviews from "./features/emails/previews/contract";
import * as emailTemplates from "./features/emails/templates/contract";
import * as emailThemes from "./features/emails/themes/contract";
import * as failedEmailDigest from "./features/failed-email-digest/contract";
import * as hostedOnly from "./features/hosted-only/contract";
import * as integrationDomains from "./features/integrations/domains/contract";
import * as integrationOAuth from "./features/integrations/oauth/contract";
import * as integrationProjects from "./features/integrations/projects/contract";
import * as integrationProviders from "./features/integrations/providers/contract";
import * as memberProfiles from "./features/member-profiles/contract";
import * as metrics from "./features/metrics/contract";
import * as ownerTeams from "./features/owner-teams/contract";
import * as billing from "./features/payments/billing/contract";
import * as items from "./features/payments/items/contract";
import * as portal from "./features/payments/portal/contract";
import * as products from "./features/payments/products/contract";
import * as purchases from "./features/payments/purchases/contract";
import * as refunds from "./features/payments/refunds/contract";
import * as stripe from "./features/payments/stripe/contract";
import * as transactions from "./features/payments/transactions/contract";
import * as permissionDefinitions from "./features/permissions/definitions/contract";
import * as permissionGrants from "./features/permissions/grants/contract";
import * as projectTransfer from "./features/project-transfer/contract";
import * as clientProjects from "./features/projects/client-project/contract";
import * as projects from "./features/projects/contract";
import * as internalKeys from "./features/projects/internal-keys/contract";
import * as securityNotices from "./features/security-notices/contract";
import * as signInInvitations from "./features/sign-in-invitations/contract";
import * as signInStatus from "./features/sign-in-status/contract";
import * as teams from "./features/teams/contract";
import * as invitations from "./features/teams/invitations/contract";
import * as memberships from "./features/teams/memberships/contract";
import * as usage from "./features/usage/contract";
import * as connectedAccounts from "./features/users/connected-accounts/contract";
import * as contactChannels from "./features/users/contact-channels/contract";
import * as credentialSummary from "./features/users/credential-summary/contract";
import * as notificationPreferences from "./features/users/notification-preferences/contract";
import * as oauthLinks from "./features/users/oauth-links/contract";
import * as users from "./features/users/users/contract";
import * as webhooks from "./features/webhooks/contract";
import type { Endpoint } from "./protocol/endpoint";

type Contract = (typeof contracts)[number];
type EndpointIn<C> = C extends unknown ? Extract<C[keyof C], Endpoint> : never;

/** The endpoints by key, for the types of a client. */
export type Endpoints = { [E in EndpointIn<Contract> as E["key"]]: E };

const contracts = [
  discovery,
  clientProjects,
  projects,
  projects.neonCurrent,
  ownerTeams,
  projectTransfer,
  internalKeys,
  internalKeys.neon,
  audit,
  emails,
  emailSends,
  emailLog,
  signInInvitations,
  signInStatus,
  failedEmailDigest,
  emailThemes,
  emailTemplates,
  emailDrafts,
  emailPreviews,
  metrics,
  usage,
  users,
  contactChannels,
  oauthLinks,
  connectedAccounts,
  credentialSummary,
  notificationPreferences,
  sessions,
  reauthentication,
  oauth,
  hosted,
  password,
  otp,
  passkey,
  anonymous,
  mfa,
  cli,
  teams,
  memberships,
  memberProfiles,
  invitations,
  permissionDefinitions,
  permissionGrants,
  apiKeys,
  securityNotices,
  dataVault,
  items,
  purchases,
  portal,
  products,
  billing,
  webhooks,
  stripe,
  transactions,
  refunds,
  assistant,
  hostedOnly,
  integrationProjects,
  integrationProjects.custom,
  integrationProjects.neon,
  integrationOAuth.custom,
  integrationOAuth.neon,
  integrationDomains.custom,
  integrationDomains.neon,
  integrationProviders,
] as const;

/** All endpoints. A test checks that the app gives each of them a handler. */
export const endpoints: readonly Endpoint[] = contracts.flatMap((contract) => endpointsOf(contract));

/** The endpoints among what a contract exports, beside shapes and constants. */
export function endpointsOf(contract: Record<string, unknown>): Endpoint[] {
  return Object.values(contract).filter(isEndpoint);
}

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === "object" && value !== null && "key" in value && "access" in value;
}
