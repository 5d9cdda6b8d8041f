import { configOptions } from "../forms/config-queries";
import type { PageReads } from "../shell/start-reads";
import { productionErrorsOptions } from "./queries";

/** What the page reads first. */
export const domains =
  (projectId: string): PageReads =>
  ({ administer }) => [productionErrorsOptions(administer(projectId)), configOptions(administer(projectId))];
