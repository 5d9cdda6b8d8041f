// The code of the page about an email that was sent, loaded when it is opened.

import type { PageReads } from "../../shell/start-reads";
import { recipientsOptions, sendOptions } from "./queries";

export { SentPage } from "./sent-page";

/** What the page of an email that was sent reads first. */
export const sentReads =
  (projectId: string, sendId: string): PageReads =>
  ({ administer }) => {
    const app = administer(projectId);
    return [sendOptions(app, sendId), recipientsOptions(app, sendId, undefined)];
  };
