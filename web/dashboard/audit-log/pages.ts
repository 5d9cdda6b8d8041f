// The code of the section, loaded when its page is opened.

import { configOptions } from "../forms/config-queries";
import type { PageReads } from "../shell/start-reads";
import type { AuditSearch } from "./audit-search";
import { auditEventsOptions } from "./queries";

export { AuditLogPage } from "./audit-log-page";

/** What the page reads first. */
export const auditLogReads =
  (projectId: string, search: AuditSearch): PageReads =>
  ({ administer }) => {
    const app = administer(projectId);
    return [auditEventsOptions(app, search), configOptions(app)];
  };
