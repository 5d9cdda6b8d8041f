import { selectOwnerAddresses } from "../../db/memberships/queries";
import type { Database } from "../../platform/database";
import type { Settings } from "../../platform/env";
import { normalizeEmail } from "../../protocol/fields";

interface SendingProject {
  db: Database;
  settings: Pick<Settings, "limitsRequests">;
  project: { ownerTeamId: string | null; mailServer: { isShared: boolean } };
}

/**
 * Whether a project may send to an address. The installation's own server is not lent to strangers: until an owner has
 * verified an address, by which they can be reached, a project sends to the primary addresses of its team only. Projects
 * without owners are the operator's own, such as the one in which owners verify their addresses.
 */
export async function mayReceive({ db, settings, project }: SendingProject, address: string): Promise<boolean> {
  const teamId = project.ownerTeamId;
  if (!settings.limitsRequests || !project.mailServer.isShared || teamId === null) return true;
  const [[owners]] = await db.batch([selectOwnerAddresses(db, { teamId, address: normalizeEmail(address) })]);
  return owners !== undefined && (owners.hasVerified || owners.isPrimary);
}

/** Whether a project may send to its own team only. */
export async function sendsToTeamOnly(deps: SendingProject): Promise<boolean> {
  return !(await mayReceive(deps, ""));
}
