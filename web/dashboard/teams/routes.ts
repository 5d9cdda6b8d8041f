import { type AnyRoute, createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { sectionPages, startReads } from "../shell/section-loader";
import { parseTeamPageSearch, type TeamPageSearch } from "./team/parts";
import { parseTeamListSearch, type TeamListSearch } from "./team-search";

const pages = sectionPages("teams", () => import("./pages"));

/** The list of teams, below the route of a project. */
export function teamsRoute<Project extends AnyRoute>(project: Project) {
  return createRoute({
    getParentRoute: () => project,
    path: "teams",
    validateSearch: parseTeamListSearch,
    loaderDeps: ({ search: { q } }) => ({ ...(q !== undefined && { q }) }),
    loader: (route) =>
      startReads(route, pages, ({ teamListReads }, { projectId }: { projectId: string }, { q }: TeamListSearch) =>
        teamListReads(projectId, q ?? ""),
      ),
    component: lazyRouteComponent(pages, "TeamsPage"),
  });
}

/** The page of a team, below the route of a project. */
export function teamRoute<Project extends AnyRoute>(project: Project) {
  return createRoute({
    getParentRoute: () => project,
    path: "teams/$teamId",
    // The list's search stays in the address of each team, so that the link back opens the same list.
    validateSearch: parseTeamPageSearch,
    loaderDeps: ({ search: { part } }) => ({ ...(part && { part }) }),
    loader: (route) =>
      startReads(
        route,
        pages,
        ({ teamReads }, { projectId, teamId }: { projectId: string; teamId: string }, { part }: TeamPageSearch) =>
          teamReads(projectId, teamId, part ?? "members"),
      ),
    component: lazyRouteComponent(pages, "TeamPage"),
  });
}
