import { configOptions } from "../forms/config-queries";
import type { PageReads } from "../shell/start-reads";
import { ownTeamsOptions } from "./queries";

/** What the settings read first. */
export const settings =
  (_projectId: string): PageReads =>
  ({ app, id }) => [ownTeamsOptions(app, id)];

/** What the configuration as JSON reads first. */
export const configuration =
  (projectId: string): PageReads =>
  ({ administer }) => [configOptions(administer(projectId))];
