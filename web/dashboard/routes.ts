import { type AnyRoute, createRoute, lazyRouteComponent, redirect } from "@tanstack/react-router";
import { apiKeysRoute } from "./api-keys/routes";
import { appearanceRoute } from "./appearance/routes";
import { auditLogRoute } from "./audit-log/routes";
import { dataVaultRoute } from "./data-vault/routes";
import { domainsRoute } from "./domains/routes";
import {
  draftRoute,
  draftsRoute,
  templateRoute,
  templatesRoute,
  themeRoute,
  themesRoute,
} from "./emails/content/routes";
import { emailLogRoute } from "./emails/log/routes";
import { sendEmailRoute, sentEmailRoute } from "./emails/send/routes";
import { emailServerRoute } from "./emails/server/routes";
import { overviewRoute } from "./overview/routes";
import { ownersRoute } from "./owners/routes";
import { newOfferRoute, offerRoute, paymentsRoute } from "./payments/routes";
import { permissionsRoute } from "./permissions/routes";
import { parseProjectSearch } from "./projects/project-search";
import { configurationRoute, settingsRoute } from "./settings/routes";
import { sectionPages, startReads } from "./shell/section-loader";
import { signInMethodsRoute } from "./sign-in-methods/routes";
import { teamRoute, teamsRoute } from "./teams/routes";
import { usageRoute } from "./usage/routes";
import { userRoute, usersRoute } from "./users/routes";
import { webhookRoute, webhooksRoute } from "./webhooks/routes";

/** The code of the dashboard's frame, which all its pages share. */
export const frame = () => import("./frame/frame");

const projectList = sectionPages("projects", () => import("./projects/pages"));

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

  const projects = createRoute({
    getParentRoute: () => owner,
    path: "/",
    validateSearch: parseProjectSearch,
    loader: (route) => startReads(route, projectList, () => () => []),
    component: lazyRouteComponent(projectList, "ProjectsPage"),
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

  return [
    owner.addChildren([projects]),
    project.addChildren([
      projectIndex,
      overviewRoute(project),
      usersRoute(project),
      userRoute(project),
      teamsRoute(project),
      teamRoute(project),
      permissionsRoute(project),
      apiKeysRoute(project),
      signInMethodsRoute(project),
      appearanceRoute(project),
      domainsRoute(project),
      emailLogRoute(project),
      sendEmailRoute(project),
      sentEmailRoute(project),
      emailServerRoute(project),
      templatesRoute(project),
      templateRoute(project),
      themesRoute(project),
      themeRoute(project),
      draftsRoute(project),
      draftRoute(project),
      paymentsRoute(project),
      newOfferRoute(project),
      offerRoute(project),
      webhooksRoute(project),
      webhookRoute(project),
      dataVaultRoute(project),
      auditLogRoute(project),
      ownersRoute(project),
      usageRoute(project),
      settingsRoute(project),
      configurationRoute(project),
    ]),
  ] as const;
}
