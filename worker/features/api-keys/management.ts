import type { ApiKeyType } from "../../db/api-keys/queries";
import { fail } from "../../protocol/fail";
import { PlainError } from "../../protocol/plain-error";
import type { Caller } from "../access";
import { effectivePermissions } from "../permissions";

/** The project's switch for keys of a kind, which stands before everything else and at every tier. */
export function requireEnabled({ project }: Caller, type: ApiKeyType): void {
  if (project.config.apiKeys.enabled[type]) return;
  const owners = type === "user" ? "User" : "Team";
  throw new PlainError(400, `${owners} API keys are not enabled for this project.`);
}

/** Clients manage the keys of their own user. @throws USER_AUTHENTICATION_REQUIRED, plain 403 */
export function requireOwnUser({ tier, user }: Caller, ownerId: string | null): void {
  if (tier !== "client") return;
  if (!user) fail("USER_AUTHENTICATION_REQUIRED");
  if (user.id !== ownerId) throw new PlainError(403, "Client can only manage their own api keys");
}

/**
 * Clients manage the keys of teams in which their user may. Other clients learn nothing of the team.
 *
 * @param granted what the caller's user was granted directly in the team
 * @throws USER_AUTHENTICATION_REQUIRED, API_KEY_NOT_FOUND
 */
export function requireTeamManager(
  { tier, user, project }: Caller,
  granted: readonly { permissionId: string }[],
): void {
  if (tier !== "client") return;
  if (!user) fail("USER_AUTHENTICATION_REQUIRED");
  const ids = granted.map(({ permissionId }) => permissionId);
  if (!effectivePermissions(project, ids, "team").has("$manage_api_keys")) fail("API_KEY_NOT_FOUND");
}
