// The code of the section, loaded when one of its pages is opened.

import type { PageReads } from "../shell/start-reads";
import { attemptsOptions, endpointOptions, endpointsOptions, statsOptions } from "./queries";
import type { AttemptFilter } from "./webhook-search";

export { WebhookPage } from "./webhook-page";
export { WebhooksPage } from "./webhooks-page";

/** What the list of endpoints reads first. */
export const webhooksReads =
  (projectId: string): PageReads =>
  ({ administer }) => [endpointsOptions(administer(projectId))];

/** What the page of an endpoint reads first. */
export const webhookReads =
  (projectId: string, endpointId: string, filter: AttemptFilter): PageReads =>
  ({ administer }) => {
    const app = administer(projectId);
    return [endpointOptions(app, endpointId), statsOptions(app, endpointId), attemptsOptions(app, endpointId, filter)];
  };
