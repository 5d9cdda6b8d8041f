import { type AnyRoute, createRoute, lazyRouteComponent, redirect } from "@tanstack/react-router";
import { type AuditSearch, parseAuditSearch } from "./audit-log/audit-search";
import { parseVaultSearch } from "./data-vault/vault-search";
import {
  parseContentListSearch,
  parseContentSearch,
  parseLogSearch,
  parseSendSearch,
  parseSentSearch,
  type SendSearch,
} from "./emails/email-search";
import { parseOverviewSearch, parseQuickStartSearch } from "./overview/overview-search";
import { type PaymentSearch, parsePaymentSearch } from "./payments/payment-search";
import { type PermissionSearch, parsePermissionSearch } from "./permissions/permission-search";
import { parseProjectSearch } from "./projects/project-search";
import { pagesBelow } from "./shell/page-routes";
import { parseMethodSearch } from "./sign-in-methods/method-search";
import {
  parseTeamListSearch,
  parseTeamPageSearch,
  type TeamListSearch,
  type TeamPageSearch,
} from "./teams/team-search";
import { parseUserListSearch, type UserListSearch } from "./user-filters/user-search";
import { parseUserPageSearch } from "./users/user/parts";
import { type AttemptFilter, parseEndpointSearch } from "./webhooks/webhook-search";

/** The code of the dashboard's frame, which all its pages share. */
export const frame = () => import("./frame/frame");

/**
 * The routes of the dashboard below `parent`, the route of `/projects` that shows `Dashboard`, with a `DashboardContext`.
 */
export function dashboardRoutes<Parent extends AnyRoute>(parent: Parent) {
  // Without a path: the layout of the pages that belong to no project.
  const owner = createRoute({
    getParentRoute: () => parent,
    id: "owner",
    component: lazyRouteComponent(frame, "OwnerShell"),
  });

  const project = createRoute({
    getParentRoute: () => parent,
    path: "$projectId",
    component: lazyRouteComponent(frame, "ProjectShell"),
    notFoundComponent: lazyRouteComponent(frame, "UnknownSection"),
  });

  const projectIndex = createRoute({
    getParentRoute: () => project,
    path: "/",
    beforeLoad: ({ params: { projectId } }) => {
      throw redirect({ to: "/projects/$projectId/overview", params: { projectId }, replace: true });
    },
  });

  const projects = pagesBelow(owner)({
    path: "/",
    section: "projects",
    search: parseProjectSearch,
    load: () => import("./projects/projects-page"),
    page: "ProjectsPage",
  });

  // They are made before `addChildren` takes them: among its arguments, one without a search would infer `any` for it.
  const page = pagesBelow(project, lazyRouteComponent(frame, "PendingPage"));
  const pages = [
    page({
      path: "overview",
      search: parseOverviewSearch,
      load: () => import("./overview/overview-page"),
      page: "OverviewPage",
    }),
    page({
      path: "quick-start",
      section: "overview",
      search: parseQuickStartSearch,
      load: () => import("./overview/quick-start-page"),
      page: "QuickStartPage",
    }),
    page({
      path: "users",
      search: parseUserListSearch,
      // Not what is open above the list: it does not change what is read.
      deps: ({ open: _, ...search }: UserListSearch) => search,
      load: () => import("./users/users-page"),
      page: "UsersPage",
    }),
    page({
      path: "users/$userId",
      // The list's search stays in the address of each user, so that the link back opens the same page of the list.
      search: parseUserPageSearch,
      load: () => import("./users/user/user-page"),
      page: "UserPage",
    }),
    page({
      path: "teams",
      search: parseTeamListSearch,
      deps: ({ q }: TeamListSearch) => ({ ...(q !== undefined && { q }) }),
      load: () => import("./teams/teams-page"),
      page: "TeamsPage",
    }),
    page({
      path: "teams/$teamId",
      // The list's search stays in the address of each team, so that the link back opens the same list.
      search: parseTeamPageSearch,
      deps: ({ part }: TeamPageSearch) => ({ ...(part && { part }) }),
      load: () => import("./teams/team/team-page"),
      page: "TeamPage",
    }),
    page({
      path: "permissions",
      search: parsePermissionSearch,
      deps: ({ scope }: PermissionSearch) => ({ ...(scope && { scope }) }),
      load: () => import("./permissions/permissions-page"),
      page: "PermissionsPage",
    }),
    page({
      path: "api-keys",
      search: parseContentListSearch,
      load: () => import("./api-keys/api-keys-page"),
      page: "ApiKeysPage",
    }),
    page({
      path: "sign-in-methods",
      search: parseMethodSearch,
      load: () => import("./sign-in-methods/sign-in-methods-page"),
      page: "SignInMethodsPage",
    }),
    page({ path: "appearance", load: () => import("./appearance/appearance-page"), page: "AppearancePage" }),
    page({ path: "domains", load: () => import("./domains/domains-page"), page: "DomainsPage" }),
    page({
      path: "emails",
      search: parseLogSearch,
      load: () => import("./emails/log/email-log-page"),
      page: "EmailLogPage",
    }),
    page({
      path: "emails/send",
      search: parseSendSearch,
      deps: ({ again }: SendSearch) => ({ ...(again && { again }) }),
      load: () => import("./emails/send/send-page"),
      page: "SendPage",
    }),
    page({
      path: "emails/sends/$sendId",
      search: parseSentSearch,
      load: () => import("./emails/send/sent-page"),
      page: "SentPage",
    }),
    page({ path: "emails/server", load: () => import("./emails/server/email-server-page"), page: "EmailServerPage" }),
    page({
      path: "emails/templates",
      search: parseContentListSearch,
      load: async () => (await import("./emails/content/pages")).templates,
      page: "TemplatesPage",
    }),
    page({
      path: "emails/templates/$templateId",
      search: parseContentSearch,
      load: async () => (await import("./emails/content/pages")).templates,
      page: "TemplatePage",
    }),
    page({
      path: "emails/themes",
      search: parseContentListSearch,
      load: async () => (await import("./emails/content/pages")).themes,
      page: "ThemesPage",
    }),
    page({
      path: "emails/themes/$themeId",
      search: parseContentSearch,
      load: async () => (await import("./emails/content/pages")).themes,
      page: "ThemePage",
    }),
    page({
      path: "emails/drafts",
      search: parseContentListSearch,
      load: async () => (await import("./emails/content/pages")).drafts,
      page: "DraftsPage",
    }),
    page({
      path: "emails/drafts/$draftId",
      search: parseContentSearch,
      load: async () => (await import("./emails/content/pages")).drafts,
      page: "DraftPage",
    }),
    page({
      path: "payments",
      search: parsePaymentSearch,
      deps: (search: PaymentSearch) => search,
      load: () => import("./payments/payments-page"),
      page: "PaymentsPage",
    }),
    // The editor has addresses of its own, so that leaving it asks whether to lose what was not saved.
    page({ path: "payments/new-offer", load: () => import("./payments/catalogue/offer-pages"), page: "NewOfferPage" }),
    page({
      path: "payments/offers/$offerId",
      load: () => import("./payments/catalogue/offer-pages"),
      page: "OfferPage",
    }),
    page({
      path: "webhooks",
      search: parseContentListSearch,
      load: () => import("./webhooks/webhooks-page"),
      page: "WebhooksPage",
    }),
    page({
      path: "webhooks/$endpointId",
      search: parseEndpointSearch,
      deps: ({ status, type }: AttemptFilter) => ({ ...(status && { status }), ...(type && { type }) }),
      load: () => import("./webhooks/webhook-page"),
      page: "WebhookPage",
    }),
    page({
      path: "data-vault",
      search: parseVaultSearch,
      load: () => import("./data-vault/data-vault-page"),
      page: "DataVaultPage",
    }),
    page({
      path: "audit-log",
      search: parseAuditSearch,
      deps: ({ event: _event, ...search }: AuditSearch) => search,
      load: () => import("./audit-log/audit-log-page"),
      page: "AuditLogPage",
    }),
    page({ path: "owners", load: () => import("./owners/owners-page"), page: "OwnersPage" }),
    page({ path: "usage", load: () => import("./usage/usage-page"), page: "UsagePage" }),
    page({ path: "settings", load: () => import("./settings/settings-page"), page: "SettingsPage" }),
    page({
      path: "settings/configuration",
      load: () => import("./settings/configuration-page"),
      page: "ConfigurationPage",
    }),
  ] as const;

  return [owner.addChildren([projects]), project.addChildren([projectIndex, ...pages])] as const;
}

/** The pages to which partners send owners, below `parent`. */
export function integrationRoutes<Parent extends AnyRoute>(parent: Parent) {
  const page = pagesBelow(parent);
  return [
    page({
      path: "$family/projects/transfer/confirm",
      section: "integrations",
      load: () => import("./integrations/integration-pages"),
      page: "TransferPage",
    }),
    page({
      path: "$family/confirm",
      section: "integrations",
      load: () => import("./integrations/integration-pages"),
      page: "ApprovalPage",
    }),
  ] as const;
}
