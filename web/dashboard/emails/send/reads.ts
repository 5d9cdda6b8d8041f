import { configOptions } from "../../forms/config-queries";
import type { PageReads } from "../../shell/start-reads";
import { draftsOptions, templatesOptions, themesOptions } from "../content/queries";
import { failedSendOptions, sendsOptions } from "./queries";
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
