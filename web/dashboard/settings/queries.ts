import type { GatehouseClientApp } from "../../kit";
import { appInternals } from "../../kit/app/internals";
import { resourceOptions } from "../../react";

/** The ids and names of the owner's teams, which own projects. */
export function ownTeamsOptions(app: GatehouseClientApp, ownerId: string) {
  return resourceOptions(app, "teams", [ownerId, "names"], async () => {
    const { items } = await app[appInternals].caller("client").read("GET /teams", { query: { user_id: "me" } });
    return items.map(({ id, display_name }) => ({ id, displayName: display_name }));
  });
}
