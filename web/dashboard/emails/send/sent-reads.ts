import type { PageReads } from "../../shell/start-reads";
import { recipientsOptions, sendOptions } from "./queries";

/** What the page of a mail that was sent reads first. */
export const sent =
  (projectId: string, sendId: string): PageReads =>
  ({ administer }) => {
    const app = administer(projectId);
    return [sendOptions(app, sendId), recipientsOptions(app, sendId, undefined)];
  };
