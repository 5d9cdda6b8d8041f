import { readProject } from "../../../db/projects/project";
import { selectProject } from "../../../db/projects/queries";
import { type AppRouter, audienceOf, hostedPagesKey, issuerOf } from "../../access";
import { renderAppearance } from "../../projects";
import { projectNotFound } from "../sessions/contract";
import * as contract from "./contract";
import { frameAncestors } from "./frame-ancestors";

export function hostedRoutes(router: AppRouter): void {
  router.route(contract.readHostedPages, async ({ params, db, settings, responseHeaders, fail }) => {
    const [[row]] = await db.batch([selectProject(db, { projectId: params.project_id })]);
    const project = row && readProject(row, settings);
    if (!project?.config.hostedPages.enabled) return fail(projectNotFound);
    responseHeaders.set("Cache-Control", "public, max-age=60");
    const { config } = project;
    return {
      project_id: project.id,
      display_name: project.displayName,
      publishable_client_key: await hostedPagesKey(settings, project.id),
      issuer: issuerOf(settings, audienceOf(project.id, false)),
      appearance: { ...renderAppearance(config), logo_url: config.appearance.logoUrl ?? project.logoUrl },
      frame_ancestors: frameAncestors(config),
    };
  });
}
