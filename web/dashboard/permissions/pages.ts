// The code of the section, loaded when its page is opened.

import { configOptions } from "../forms/config-queries";
import type { PageReads } from "../shell/start-reads";
import type { PermissionScope } from "./permission-search";
import { definitionsOptions } from "./queries";

export { PermissionsPage } from "./permissions-page";

/** What the page reads first. */
export const permissionsReads =
  (projectId: string, scope: PermissionScope): PageReads =>
  ({ administer }) => {
    const app = administer(projectId);
    return [definitionsOptions(app, scope), configOptions(app)];
  };
