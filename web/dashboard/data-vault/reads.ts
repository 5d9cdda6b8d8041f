import type { PageReads } from "../shell/start-reads";
import { storesOptions } from "./queries";

/** What the page reads first. */
export const dataVault =
  (projectId: string): PageReads =>
  ({ administer }) => [storesOptions(administer(projectId))];
