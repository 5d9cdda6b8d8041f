import { configOptions } from "../../forms/config-queries";
import type { PageReads } from "../../shell/start-reads";

/** What the editor of an offer reads first. */
export const offer =
  (projectId: string): PageReads =>
  ({ administer }) => [configOptions(administer(projectId))];
