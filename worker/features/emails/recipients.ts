import { selectOwnerAddresses } from "../../db/memberships/queries";
import type { Settings } from "../../platform/env";
import { type AttemptRule, countAttempt } from "../../platform/rate-limits";
import type { PlatformTools } from "../../platform/tools";
import { normalizeEmail } from "../../protocol/fields";

/**
 * Emails of a team without a verified address. Its members can give their accounts the addresses of strangers one after the
 * other, so these are few. Who requests emails to the team's own addresses must not use up those that its members request, so that
 * eight further sites have five each.
 */
const emailsOfUnverifiedTeam: AttemptRule = {
  name: "unverified-team-mail",
  limit: 20,
  windowMillis: 24 * 60 * 60_000,
  together: { limit: 20, kept: 5, ceiling: 60 },
};

interface SendingProject extends Pick<PlatformTools, "firstDb" | "attempts"> {
  settings: Pick<Settings, "limitsRequests">;
  project: { ownerTeamId: string | null; mailServer: { isShared: boolean } };
}

/**
 * Tells whether a project may send to an address. The instance's own server is not lent to strangers. Until an owner has
 * verified an address, a project sends to the primary addresses of its team only. All projects of the team send 20
 * emails a day together. Projects without owners are those of the operator and of the partners that the operator has
 * configured.
 *
 * @param site the site that the email is counted for, where somebody has requested it
 */
export async function mayReceive(
  { firstDb, settings, attempts, project }: SendingProject,
  address: string,
  site?: string,
): Promise<boolean> {
  const teamId = project.ownerTeamId;
  if (!settings.limitsRequests || !project.mailServer.isShared || teamId === null) return true;
  const sought = { teamId, address: normalizeEmail(address) };
  const [[owners]] = await firstDb.batch([selectOwnerAddresses(firstDb, sought)]);
  if (!owners?.isPrimary || owners.hasVerified) return owners?.hasVerified ?? false;
  return !("retryAfterMillis" in (await countAttempt({ attempts }, emailsOfUnverifiedTeam, teamId, { from: site })));
}

/** Tells whether a project may send to its own team only. */
export async function sendsToTeamOnly(deps: SendingProject): Promise<boolean> {
  return !(await mayReceive(deps, ""));
}
