// The code of the page, loaded when it is opened.

import { configOptions } from "../../forms/config-queries";
import type { PageReads } from "../../shell/start-reads";

export { EmailServerPage } from "./email-server-page";

/** What the page reads first. */
export const serverReads =
  (projectId: string): PageReads =>
  ({ administer }) => [configOptions(administer(projectId))];
