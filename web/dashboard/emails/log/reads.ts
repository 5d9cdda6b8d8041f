import type { PageReads } from "../../shell/start-reads";
import { loggedMailsOptions } from "./queries";

/** What the log reads first. */
export const log =
  (projectId: string): PageReads =>
  ({ administer }) => [loggedMailsOptions(administer(projectId))];
