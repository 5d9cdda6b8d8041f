import { configOptions } from "../forms/config-queries";
import type { PageReads } from "../shell/start-reads";
import type { PermissionScope } from "./permission-search";
import { definitionsOptions } from "./queries";

/** What the page reads first. */
export const permissions =
  (projectId: string, scope: PermissionScope): PageReads =>
  ({ administer }) => {
    const app = administer(projectId);
    return [definitionsOptions(app, scope), configOptions(app)];
  };
