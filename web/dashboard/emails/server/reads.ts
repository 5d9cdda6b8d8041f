import { configOptions } from "../../forms/config-queries";
import type { PageReads } from "../../shell/start-reads";

/** What the page reads first. */
export const server =
  (projectId: string): PageReads =>
  ({ administer }) => [configOptions(administer(projectId))];
