import { sql } from "drizzle-orm";
import type { Database } from "../../platform/database";
import { teamOf } from "../teams/joins";
import { userOf } from "../users/joins";
import type { CustomerKey } from "./customer";

/**
 * Reads since when a user or a team exists: a row, or nothing for one that does not. No statement for a custom customer, of
 * whom the project's backend alone has a record.
 */
export function selectCustomer(db: Database, { projectId, customerType, customerId }: CustomerKey) {
  if (customerType === "user") {
    const [users, isUser] = userOf(projectId, customerId);
    return db
      .select({ since: sql<number>`${users.signedUpAt}`.as("since") })
      .from(users)
      .where(isUser);
  }
  if (customerType === "team") {
    const [teams, isTeam] = teamOf(projectId, customerId);
    return db
      .select({ since: sql<number>`${teams.createdAt}`.as("since") })
      .from(teams)
      .where(isTeam);
  }
  return undefined;
}
