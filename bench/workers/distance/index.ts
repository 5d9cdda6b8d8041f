import worker from "../../../worker/index";
import { replicatedDatabase, type Trips } from "./replicated-database";

export { AttemptCounter, CliLogin, CostlyHashes } from "../../../worker/index";

/**
 * Runs the product on a database with read replication. `X-Trips` counts how many round trips a request makes to the primary and
 * to a replica before its response.
 */
export default {
  async fetch(request, env, context) {
    const trips: Trips = { primary: 0, replica: 0 };
    const response = await worker.fetch(request, { ...env, DB: replicatedDatabase(env.DB, trips) }, context);
    const headers = new Headers(response.headers);
    headers.set("X-Trips", `${trips.primary} ${trips.replica}`);
    return new Response(response.body, { status: response.status, headers });
  },
} satisfies ExportedHandler<Env>;
