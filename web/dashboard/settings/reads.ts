import type { PageReads } from "../shell/start-reads";
import { hostedPagesOptions, ownTeamsOptions } from "./queries";

/** What the page reads first. */
export const settings =
  (projectId: string): PageReads =>
  ({ app, id, administer }) => [ownTeamsOptions(app, id), hostedPagesOptions(administer(projectId))];
