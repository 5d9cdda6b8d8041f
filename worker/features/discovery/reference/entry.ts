import type { EndpointKey } from "../../../protocol/endpoint";
import type { OwnResponse } from "../../../protocol/openapi";
import type { Sample } from "../../../protocol/openapi-schemas";

/**
 * Example values by the end of their place: `user_id`, `query.user_id`, `selected_team.id`. The longest that fits is taken; `body` or
 * `response` is a whole one, and `absent` leaves a field out.
 */
export type Samples = Readonly<Record<string, Sample>>;

/** Holds what the reference says about an endpoint beside its contract. */
export interface EndpointEntry {
  /** Follows the description of the contract. One of them has to be there. */
  description?: string;
  deprecated?: true;
  /** Lists what the endpoint reads of the query, where the group's lists read all of it. */
  reads?: readonly string[];
  samples?: Samples;
  /** Says what a handler's own `Response` may be. */
  responses?: readonly OwnResponse[];
}

/** Endpoints that are read together, in the order in which they are read. */
export interface Group {
  section: string;
  name: string;
  description: string;
  /** The endpoints that read the query, where other endpoints of the group take the same parameters and ignore them. */
  lists?: readonly EndpointKey[];
  samples?: Samples;
  endpoints: Readonly<Partial<Record<EndpointKey, EndpointEntry>>>;
}
