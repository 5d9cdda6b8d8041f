import { type AppRouter, authentication } from "./features/access";
import { apiKeyRoutes } from "./features/api-keys/routes";
import { assistantRoutes } from "./features/assistant/routes";
import { auditRoutes } from "./features/audit/routes";
import { anonymousRoutes } from "./features/auth/anonymous/routes";
import { cliRoutes } from "./features/auth/cli/routes";
import { hostedRoutes } from "./features/auth/hosted/routes";
import { mfaRoutes } from "./features/auth/mfa/routes";
import { oauthRoutes } from "./features/auth/oauth/routes";
import { otpRoutes } from "./features/auth/otp/routes";
import { passkeyRoutes } from "./features/auth/passkey/routes";
import { passwordRoutes } from "./features/auth/password/routes";
import { reauthenticationRoutes } from "./features/auth/reauthentication/routes";
import { sessionRoutes } from "./features/auth/sessions/routes";
import { dataVaultRoutes } from "./features/data-vault/routes";
import { discoveryRoutes } from "./features/discovery/routes";
import { emailSendRoutes } from "./features/email-sends/routes";
import { draftRoutes } from "./features/emails/drafts/routes";
import { previewRoutes } from "./features/emails/previews/routes";
import { emailRoutes } from "./features/emails/routes";
import { templateRoutes } from "./features/emails/templates/routes";
import { themeRoutes } from "./features/emails/themes/routes";
import { failedEmailDigestRoutes } from "./features/failed-email-digest/routes";
import { healthRoutes } from "./features/health/routes";
import { imageRoutes } from "./features/images/routes";
import { integrationDomainRoutes } from "./features/integrations/domains/routes";
import { integrationOAuthRoutes } from "./features/integrations/oauth/routes";
import { integrationProjectRoutes } from "./features/integrations/projects/routes";
import { integrationProviderRoutes } from "./features/integrations/providers/routes";
import { memberProfileRoutes } from "./features/member-profiles/routes";
import { metricRoutes } from "./features/metrics/routes";
import { itemRoutes } from "./features/payments/items/routes";
import { portalRoutes } from "./features/payments/portal/routes";
import { purchaseRoutes } from "./features/payments/purchases/routes";
import { stripeRoutes } from "./features/payments/stripe/routes";
import { transactionRoutes } from "./features/payments/transactions/routes";
import { permissionDefinitionRoutes } from "./features/permissions/definitions/routes";
import { permissionGrantRoutes } from "./features/permissions/grants/routes";
import { transferRoutes } from "./features/project-transfer/routes";
import { internalKeyRoutes } from "./features/projects/internal-keys/routes";
import { projectRoutes } from "./features/projects/routes";
import { securityNoticeRoutes } from "./features/security-notices/routes";
import { signInInvitationRoutes } from "./features/sign-in-invitations/routes";
import { invitationRoutes } from "./features/teams/invitations/routes";
import { membershipRoutes } from "./features/teams/memberships/routes";
import { teamRoutes } from "./features/teams/routes";
import { connectedAccountRoutes } from "./features/users/connected-accounts/routes";
import { contactChannelRoutes } from "./features/users/contact-channels/routes";
import { notificationPreferenceRoutes } from "./features/users/notification-preferences/routes";
import { oauthLinkRoutes } from "./features/users/oauth-links/routes";
import { userRoutes } from "./features/users/users/routes";
import { queueAnnounced } from "./features/webhooks";
import { svixRequestHeaders, svixRoutes } from "./features/webhooks/api-routes";
import { webhookRoutes } from "./features/webhooks/routes";
import { logRequest } from "./platform/request-log";
import { newRequestId } from "./platform/secrets";
import { costOf, openRequestTools } from "./platform/tools";
import { Router } from "./protocol/router";
import { newServer } from "./protocol/server";

/** Every endpoint with its handler. */
export const router: AppRouter = new Router(authentication, {
  open: ({ env, req }) => openRequestTools(env, req.raw),
  cost: costOf,
  log: logRequest,
  followUp: (tools) => queueAnnounced(tools),
  newRequestId,
  unknownPathText: (context, { settings }) =>
    `404 — this page does not exist in Gatehouse's API.\n\nPlease see the API reference at ${settings.apiUrl}/api/v1/docs, or visit the dashboard at ${settings.webUrl}.\n\nURL: ${context.req.url}`,
});

discoveryRoutes(router);
projectRoutes(router);
transferRoutes(router);
internalKeyRoutes(router);
auditRoutes(router);
emailRoutes(router);
emailSendRoutes(router);
signInInvitationRoutes(router);
failedEmailDigestRoutes(router);
themeRoutes(router);
templateRoutes(router);
draftRoutes(router);
previewRoutes(router);
metricRoutes(router);
userRoutes(router);
contactChannelRoutes(router);
oauthLinkRoutes(router);
connectedAccountRoutes(router);
notificationPreferenceRoutes(router);
sessionRoutes(router);
reauthenticationRoutes(router);
passwordRoutes(router);
passkeyRoutes(router);
teamRoutes(router);
oauthRoutes(router);
hostedRoutes(router);
membershipRoutes(router);
memberProfileRoutes(router);
invitationRoutes(router);
permissionDefinitionRoutes(router);
permissionGrantRoutes(router);
apiKeyRoutes(router);
securityNoticeRoutes(router);
dataVaultRoutes(router);
itemRoutes(router);
purchaseRoutes(router);
portalRoutes(router);
webhookRoutes(router);
stripeRoutes(router);
transactionRoutes(router);
assistantRoutes(router);
integrationProjectRoutes(router);
integrationOAuthRoutes(router);
integrationDomainRoutes(router);
integrationProviderRoutes(router);
otpRoutes(router);
anonymousRoutes(router);
mfaRoutes(router);
cliRoutes(router);

export const app = newServer([svixRequestHeaders]);

app.route("/health", healthRoutes);

app.route("/images", imageRoutes);

app.route("/api/v1", svixRoutes);

router.mount(app, "/api/v1");
