import type { GatehouseAdminApp } from "../../../kit";
import { appInternals } from "../../../kit/app/internals";
import { resourceOptions } from "../../../react/queries/resource-query";

/** So few that the dialog stays short; a search finds the others. */
const maxFound = 4;

/** A customer who can be chosen. */
interface FoundCustomer {
  readonly id: string;
  readonly name: string | null;
  /** Such as an email address. */
  readonly detail: string | null;
}

/** The newest users, or some teams; those whose names, addresses or ids match where something is searched. */
export function foundCustomerOptions(app: GatehouseAdminApp, type: "user" | "team", query: string) {
  const asked = { query: query || undefined, limit: maxFound };
  if (type === "user") {
    return resourceOptions(app, "users", ["offer-trial", query], async (): Promise<FoundCustomer[]> => {
      const users = await app.listUsers({ ...asked, orderBy: "signedUpAt", desc: true });
      return users.map(({ id, displayName, primaryEmail }) => ({
        ...{ id, name: displayName || primaryEmail },
        detail: displayName ? primaryEmail : null,
      }));
    });
  }
  return resourceOptions(app, "teams", ["offer-trial", query], async (): Promise<FoundCustomer[]> => {
    const { items } = await app[appInternals]
      .caller("admin")
      .read("GET /internal/teams", { query: { ...asked, omit_metadata: true } });
    return items.map(({ id, display_name }) => ({ id, name: display_name, detail: null }));
  });
}
