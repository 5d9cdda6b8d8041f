// The code of the section, loaded when its page is opened.

import { configOptions } from "../forms/config-queries";
import type { PageReads } from "../shell/start-reads";
import { productionErrorsOptions } from "./queries";

export { DomainsPage } from "./domains-page";

/** What the page reads first. */
export const domainsReads =
  (projectId: string): PageReads =>
  ({ administer }) => [productionErrorsOptions(administer(projectId)), configOptions(administer(projectId))];
