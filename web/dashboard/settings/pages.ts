// The code of the section, loaded when one of its pages is opened.

import { configOptions } from "../forms/config-queries";
import type { PageReads } from "../shell/start-reads";
import { ownTeamsOptions } from "./queries";

export { ConfigurationPage } from "./configuration-page";
export { SettingsPage } from "./settings-page";

/** What the settings read first. */
export const settingsReads =
  (_projectId: string): PageReads =>
  ({ app, id }) => [ownTeamsOptions(app, id)];

/** What the configuration as JSON reads first. */
export const configurationReads =
  (projectId: string): PageReads =>
  ({ administer }) => [configOptions(administer(projectId))];
