import type { Failing } from "../../protocol/failing";
import type { AssumedCaller, Caller } from "../access";
import { effectivePermissions } from "../permissions";
import { notOwnKey, teamKeysDisabled, userKeysDisabled } from "./contract";

/** The project's switch for keys of users, which is checked first and at every tier. */
export function requireUserKeys({ fail }: Failing<typeof userKeysDisabled>, { project }: Caller | AssumedCaller): void {
  if (!project.config.apiKeys.enabled.user) fail(userKeysDisabled);
}

/** The project's switch for keys of teams, which is checked first and at every tier. */
export function requireTeamKeys({ fail }: Failing<typeof teamKeysDisabled>, { project }: Caller | AssumedCaller): void {
  if (!project.config.apiKeys.enabled.team) fail(teamKeysDisabled);
}

/** Clients manage the keys of their own user. */
export function requireOwnUser(
  { fail }: Failing<"USER_AUTHENTICATION_REQUIRED" | typeof notOwnKey>,
  { tier, user }: Caller | AssumedCaller,
  ownerId: string | null,
): void {
  if (tier !== "client") return;
  if (!user) fail("USER_AUTHENTICATION_REQUIRED");
  else if (user.id !== ownerId) fail(notOwnKey);
}

/**
 * Clients manage the keys of teams in which their user may. Other clients get no information about the team.
 *
 * @param granted what the caller's user was granted directly in the team; undefined without a user
 */
export function requireTeamManager(
  { fail }: Failing<"USER_AUTHENTICATION_REQUIRED" | "API_KEY_NOT_FOUND">,
  { tier, user, project }: Caller,
  granted: readonly { permissionId: string }[] = [],
): void {
  if (tier !== "client") return;
  if (!user) fail("USER_AUTHENTICATION_REQUIRED");
  const ids = granted.map(({ permissionId }) => permissionId);
  if (!effectivePermissions(project, ids, "team").has("$manage_api_keys")) fail("API_KEY_NOT_FOUND");
}
