import { configOptions } from "../../forms/config-queries";
import type { PageReads } from "../../shell/start-reads";
import { draftsOptions, templatesOptions, themesOptions } from "../content/queries";
import { failedSendOptions, recipientsOptions, sendOptions, sendsOptions } from "./queries";
import type { SendSearch } from "./send-search";

/** What the page that makes a mail reads first. */
export const send =
  (projectId: string, { again }: SendSearch): PageReads =>
  ({ administer }) => {
    const app = administer(projectId);
    return [
      configOptions(app),
      templatesOptions(app),
      draftsOptions(app),
      themesOptions(app),
      sendsOptions(app),
      ...(again ? [failedSendOptions(app, again)] : []),
    ];
  };

/** What the page of a mail that was sent reads first. */
export const sent =
  (projectId: string, sendId: string): PageReads =>
  ({ administer }) => {
    const app = administer(projectId);
    return [sendOptions(app, sendId), recipientsOptions(app, sendId, undefined)];
  };
