import { type AnyRoute, createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { sectionPages, startReads } from "../../shell/section-loader";
import { parseSendSearch, parseSentSearch, type SendSearch } from "./send-search";

const pages = sectionPages("emails", () => import("./pages"));
const sentPages = sectionPages("emails", () => import("./sent-pages"));

/** The page on which an email to users is made, below the route of a project. */
export function sendEmailRoute<Project extends AnyRoute>(project: Project) {
  return createRoute({
    getParentRoute: () => project,
    path: "emails/send",
    validateSearch: parseSendSearch,
    loaderDeps: ({ search: { again } }) => ({ ...(again && { again }) }),
    loader: (route) =>
      startReads(route, pages, ({ sendReads }, { projectId }: { projectId: string }, search: SendSearch) =>
        sendReads(projectId, search),
      ),
    component: lazyRouteComponent(pages, "SendPage"),
  });
}

/** How far one email to users is. */
export function sentEmailRoute<Project extends AnyRoute>(project: Project) {
  return createRoute({
    getParentRoute: () => project,
    path: "emails/sends/$sendId",
    validateSearch: parseSentSearch,
    loader: (route) =>
      startReads(route, sentPages, ({ sentReads }, { projectId, sendId }: { projectId: string; sendId: string }) =>
        sentReads(projectId, sendId),
      ),
    component: lazyRouteComponent(sentPages, "SentPage"),
  });
}
