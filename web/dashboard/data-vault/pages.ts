// The code of the section, loaded when its page is opened.

import type { PageReads } from "../shell/start-reads";
import { storesOptions } from "./queries";

export { DataVaultPage } from "./data-vault-page";

/** What the page reads first. */
export const dataVaultReads =
  (projectId: string): PageReads =>
  ({ administer }) => [storesOptions(administer(projectId))];
