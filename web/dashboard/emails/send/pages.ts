// The code of the page that makes an email, loaded when it is opened.

import { configOptions } from "../../forms/config-queries";
import type { PageReads } from "../../shell/start-reads";
import { draftsOptions, templatesOptions, themesOptions } from "../content/queries";
import { failedSendOptions, sendsOptions } from "./queries";
import type { SendSearch } from "./send-search";

export { SendPage } from "./send-page";

/** What the page that makes an email reads first. */
export const sendReads =
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
