import type { PageReads } from "../shell/start-reads";
import { ownTeamsOptions } from "./queries";

/** What the page reads first. */
export const settings =
  (_projectId: string): PageReads =>
  ({ app, id }) => [ownTeamsOptions(app, id)];
