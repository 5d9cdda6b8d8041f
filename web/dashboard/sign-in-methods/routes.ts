import { type AnyRoute, createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { sectionPages, startReads } from "../shell/section-loader";
import { type ProviderId, providerIds } from "./provider-choices";

const pages = sectionPages("sign-in-methods", () => import("./pages"));

/** How users of a project sign in, below the route of the project. `provider` is the one whose dialog is open. */
export function signInMethodsRoute<Project extends AnyRoute>(project: Project) {
  return createRoute({
    getParentRoute: () => project,
    path: "sign-in-methods",
    validateSearch: ({ provider }: Record<string, unknown>): { provider?: ProviderId } => {
      const known = providerIds.find((id) => id === provider);
      return known ? { provider: known } : {};
    },
    loader: (route) =>
      startReads(route, pages, ({ signInMethodsReads }, { projectId }: { projectId: string }) =>
        signInMethodsReads(projectId),
      ),
    component: lazyRouteComponent(pages, "SignInMethodsPage"),
  });
}
