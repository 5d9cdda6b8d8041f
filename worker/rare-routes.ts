// Serves what owners, servers with payments, command lines and partners request: apart from what users do all day.
import { apiKeyRoutes } from "./features/api-keys/routes";
import { assistantRoutes } from "./features/assistant/routes";
import { auditRoutes } from "./features/audit/routes";
import { cliRoutes } from "./features/auth/cli/routes";
import { hostedRoutes } from "./features/auth/hosted/routes";
import { mfaRoutes } from "./features/auth/mfa/routes";
import { passkeyRoutes } from "./features/auth/passkey/routes";
import { reauthenticationRoutes } from "./features/auth/reauthentication/routes";
import { dataVaultRoutes } from "./features/data-vault/routes";
import { emailLogRoutes } from "./features/email-log/routes";
import { emailSendRoutes } from "./features/email-sends/routes";
import { draftRoutes } from "./features/emails/drafts/routes";
import { previewRoutes } from "./features/emails/previews/routes";
import { emailRoutes } from "./features/emails/routes";
import { templateRoutes } from "./features/emails/templates/routes";
import { themeRoutes } from "./features/emails/themes/routes";
import { failedEmailDigestRoutes } from "./features/failed-email-digest/routes";
import { hostedOnlyRoutes } from "./features/hosted-only/routes";
import { integrationDomainRoutes } from "./features/integrations/domains/routes";
import { integrationOAuthRoutes } from "./features/integrations/oauth/routes";
import { integrationProjectRoutes } from "./features/integrations/projects/routes";
import { integrationProviderRoutes } from "./features/integrations/providers/routes";
import { memberProfileRoutes } from "./features/member-profiles/routes";
import { metricRoutes } from "./features/metrics/routes";
import { ownerTeamRoutes } from "./features/owner-teams/routes";
import { billingRoutes } from "./features/payments/billing/routes";
import { itemRoutes } from "./features/payments/items/routes";
import { portalRoutes } from "./features/payments/portal/routes";
import { productRoutes } from "./features/payments/products/routes";
import { purchaseRoutes } from "./features/payments/purchases/routes";
import { refundRoutes } from "./features/payments/refunds/routes";
import { stripeRoutes } from "./features/payments/stripe/routes";
import { transactionRoutes } from "./features/payments/transactions/routes";
import { permissionDefinitionRoutes } from "./features/permissions/definitions/routes";
import { transferRoutes } from "./features/project-transfer/routes";
import { configRoutes } from "./features/projects/config-routes";
import { internalKeyRoutes } from "./features/projects/internal-keys/routes";
import { projectRoutes } from "./features/projects/routes";
import { securityNoticeRoutes } from "./features/security-notices/routes";
import { signInInvitationRoutes } from "./features/sign-in-invitations/routes";
import { signInStatusRoutes } from "./features/sign-in-status/routes";
import { invitationRoutes } from "./features/teams/invitations/routes";
import { usageRoutes } from "./features/usage/routes";
import { connectedAccountRoutes } from "./features/users/connected-accounts/routes";
import { contactChannelRoutes } from "./features/users/contact-channels/routes";
import { credentialSummaryRoutes } from "./features/users/credential-summary/routes";
import { notificationPreferenceRoutes } from "./features/users/notification-preferences/routes";
import { oauthLinkRoutes } from "./features/users/oauth-links/routes";
import {
  type ApiCaller,
  type ApiClaims,
  type ApiTools,
  apiAuthentication,
  apiOptions,
} from "./features/webhooks/api-authentication";
import { apiCodec, pathNotFound } from "./features/webhooks/api-codec";
import { endpointRoutes } from "./features/webhooks/endpoint-routes";
import { eventTypeRoutes, messageRoutes } from "./features/webhooks/message-routes";
import { webhookRoutes } from "./features/webhooks/routes";
import { newRouter, routerOptions } from "./new-router";
import { Router } from "./protocol/router";
import { newPaths } from "./protocol/server";

/** The endpoints that few isolates serve, with their handlers. */
export const rareRouter = newRouter();

apiKeyRoutes(rareRouter);
contactChannelRoutes(rareRouter);
projectRoutes(rareRouter);
configRoutes(rareRouter);
transferRoutes(rareRouter);
ownerTeamRoutes(rareRouter);
internalKeyRoutes(rareRouter);
auditRoutes(rareRouter);
emailRoutes(rareRouter);
emailSendRoutes(rareRouter);
emailLogRoutes(rareRouter);
signInInvitationRoutes(rareRouter);
signInStatusRoutes(rareRouter);
failedEmailDigestRoutes(rareRouter);
themeRoutes(rareRouter);
templateRoutes(rareRouter);
draftRoutes(rareRouter);
previewRoutes(rareRouter);
metricRoutes(rareRouter);
usageRoutes(rareRouter);
securityNoticeRoutes(rareRouter);
dataVaultRoutes(rareRouter);
itemRoutes(rareRouter);
purchaseRoutes(rareRouter);
portalRoutes(rareRouter);
productRoutes(rareRouter);
billingRoutes(rareRouter);
webhookRoutes(rareRouter);
stripeRoutes(rareRouter);
transactionRoutes(rareRouter);
refundRoutes(rareRouter);
assistantRoutes(rareRouter);
hostedOnlyRoutes(rareRouter);
integrationProjectRoutes(rareRouter);
integrationOAuthRoutes(rareRouter);
integrationDomainRoutes(rareRouter);
integrationProviderRoutes(rareRouter);
cliRoutes(rareRouter);
hostedRoutes(rareRouter);
connectedAccountRoutes(rareRouter);
oauthLinkRoutes(rareRouter);
credentialSummaryRoutes(rareRouter);
notificationPreferenceRoutes(rareRouter);
memberProfileRoutes(rareRouter);
permissionDefinitionRoutes(rareRouter);
invitationRoutes(rareRouter);
reauthenticationRoutes(rareRouter);
mfaRoutes(rareRouter);
passkeyRoutes(rareRouter);

/** Svix' interface, whose requests have a token of their own. */
export const svixRouter = new Router<ApiTools, ApiClaims, ApiCaller>(apiAuthentication, {
  ...routerOptions,
  ...apiOptions,
  codec: apiCodec,
});

endpointRoutes(svixRouter);
messageRoutes(svixRouter);
eventTypeRoutes(svixRouter);

/** Responds to every path that the app itself does not have. */
export const rareApp = newPaths();

svixRouter.mountEndpoints(rareApp, "/api/v1");
rareApp.all("/api/v1/app/*", pathNotFound);

rareRouter.mount(rareApp, "/api/v1");
