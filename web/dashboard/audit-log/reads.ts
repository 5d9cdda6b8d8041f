import { configOptions } from "../forms/config-queries";
import type { PageReads } from "../shell/start-reads";
import type { AuditSearch } from "./audit-search";
import { auditEventsOptions } from "./queries";

/** What the page reads first. */
export const auditLog =
  (projectId: string, search: AuditSearch): PageReads =>
  ({ administer }) => {
    const app = administer(projectId);
    return [auditEventsOptions(app, search), configOptions(app)];
  };
