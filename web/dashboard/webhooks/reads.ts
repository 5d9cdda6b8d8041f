import type { PageReads } from "../shell/start-reads";
import { attemptsOptions, endpointOptions, endpointsOptions, statsOptions } from "./queries";
import type { AttemptFilter } from "./webhook-search";

/** What the list of endpoints reads first. */
export const webhooks =
  (projectId: string): PageReads =>
  ({ administer }) => [endpointsOptions(administer(projectId))];

/** What the page of an endpoint reads first. */
export const webhook =
  (projectId: string, endpointId: string, filter: AttemptFilter): PageReads =>
  ({ administer }) => {
    const app = administer(projectId);
    return [endpointOptions(app, endpointId), statsOptions(app, endpointId), attemptsOptions(app, endpointId, filter)];
  };
