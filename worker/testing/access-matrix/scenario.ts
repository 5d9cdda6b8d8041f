import { eq } from "drizzle-orm";
import { teamMemberships } from "../../db/memberships/schema";
import { teamPermissionGrants } from "../../db/permissions/schema";
import { projects } from "../../db/projects/schema";
import { sessions } from "../../db/sessions/schema";
import { teams } from "../../db/teams/schema";
import { contactChannels } from "../../db/users/schema";
import { hashSecret, newId, newSecret } from "../../platform/secrets";
import type { EndpointKey } from "../../protocol/endpoint";
import { db, project, type TestProject, tierHeaders } from "../project";
import { type RequestInput, sendRequest, type TestResponse } from "../send-request";
import { accessToken, insertBareUser } from "../tokens";

/** Every kind of caller. Users send their requests at client tier, with their session. */
export const roles = [
  /** A client without a session. */
  "signedOut",
  /** An anonymous user, in no team. */
  "anonymous",
  /** The user that a request is about; no member of the team. */
  "self",
  /** Another user, who has nothing to do with the user or the team. */
  "otherUser",
  /** A member of the team who holds no permission. */
  "member",
  /** A member of the team who holds all permissions of the system. */
  "holder",
  "server",
  "admin",
  /** A user of the internal project whose team owns the project, at admin tier. */
  "owner",
  /** The backend of another project, with its own valid key, requesting data of this project. */
  "foreign",
] as const;

export type Role = (typeof roles)[number];

/** Holds what exists when roles send their requests. */
export interface Scenario {
  project: TestProject;
  /** The user that requests are about, with an address and two sessions. */
  user: { id: string; channelId: string; sessionId: string; otherSessionId: string; refreshToken: string };
  /** A team with two members, neither of which is the user. */
  team: { id: string; memberId: string; holderId: string };
  /** The project of the role `foreign`. */
  foreign(): Promise<TestProject>;
  as(role: Role): (key: EndpointKey, input: RequestInput) => Promise<TestResponse>;
}

const plans = { monthly: { USD: "1", interval: [1, "month"] }, yearly: { USD: "9", interval: [1, "year"] } };

const settings = {
  "auth.otp.allowSignIn": true,
  "auth.passkey.allowSignIn": true,
  "auth.oauth.providers.google": { type: "google", isShared: true, allowSignIn: true, allowConnectedAccounts: true },
  "users.allowClientUserDeletion": true,
  "teams.allowClientTeamCreation": true,
  "dataVault.stores.secrets": {},
  "payments.items.points": { customerType: "user" },
  "payments.offers.plan": { customerType: "custom", prices: { monthly: { USD: "1", interval: [1, "month"] } } },
  "payments.groups.plans": { displayName: "Plans" },
  "payments.offers.userPlan": { customerType: "user", groupId: "plans", prices: plans },
  "payments.offers.teamPlan": { customerType: "team", groupId: "plans", prices: plans },
  "apiKeys.enabled": { user: true, team: true },
  "rbac.permissions": { billing: { scope: "team" }, beta: { scope: "project" } },
};

const systemPermissions = [
  "$update_team",
  "$delete_team",
  "$read_members",
  "$remove_members",
  "$invite_members",
  "$manage_api_keys",
];

export async function newScenario(): Promise<Scenario> {
  const mine = await project(settings);
  const projectId = mine.id;
  const [userId, otherUserId, memberId, holderId] = [newId(), newId(), newId(), newId()];
  const [anonymousId, ownerId] = [newId(), newId()];
  const [teamId, ownerTeamId, channelId, sessionId, otherSessionId] = [newId(), newId(), newId(), newId(), newId()];
  const refreshToken = newSecret();
  const now = Date.now();
  const joined = { userOrdinal: 1, createdAt: now };
  const session = { projectId, userId, createdAt: now, expiresAt: now + 60_000, lastUsedAt: now };
  await db.batch([
    insertBareUser("internal", { id: ownerId }),
    insertBareUser(projectId, { id: anonymousId, isAnonymous: true }),
    ...[userId, otherUserId, memberId, holderId].map((id) => insertBareUser(projectId, { id })),
    db.insert(teams).values({ projectId, id: teamId, displayName: "Team", createdAt: now }),
    db.insert(teams).values({ projectId: "internal", id: ownerTeamId, displayName: "Owners", createdAt: now }),
    db.insert(teamMemberships).values([
      { projectId, teamId, userId: memberId, ...joined },
      { projectId, teamId, userId: holderId, ...joined },
    ]),
    db.insert(teamMemberships).values({ projectId: "internal", teamId: ownerTeamId, userId: ownerId, ...joined }),
    db
      .insert(teamPermissionGrants)
      .values(systemPermissions.map((permissionId) => ({ projectId, teamId, userId: holderId, permissionId }))),
    db.update(projects).set({ ownerTeamId }).where(eq(projects.projectId, projectId)),
    db.insert(contactChannels).values({
      projectId,
      id: channelId,
      userId,
      type: "email",
      value: `${channelId}@example.com`,
      isPrimary: false,
      isVerified: false,
      usedForAuth: false,
      createdAt: now,
    }),
    db.insert(sessions).values([
      { ...session, id: sessionId, refreshTokenHash: await hashSecret(refreshToken) },
      { ...session, id: otherSessionId, refreshTokenHash: await hashSecret(newSecret()) },
    ]),
  ]);

  const people = { self: userId, otherUser: otherUserId, member: memberId, holder: holderId, anonymous: anonymousId };
  const isPerson = (role: Role): role is keyof typeof people => role in people;
  const foreign = once(() => project(settings));
  const ownersToken = once(() => accessToken("internal", ownerId));
  const tokenOf = once(async (role: keyof typeof people) => {
    const claims = role === "self" ? { refresh_token_id: sessionId } : {};
    return accessToken(projectId, people[role], { isAnonymous: role === "anonymous", claims });
  });
  return {
    project: mine,
    user: { id: userId, channelId, sessionId, otherSessionId, refreshToken },
    team: { id: teamId, memberId, holderId },
    foreign,
    as: (role) => async (key, input) => {
      if (role === "signedOut") return mine.client(key, input);
      if (role === "foreign") return (await foreign()).server(key, input);
      if (role === "server" || role === "admin") return mine[role](key, input);
      if (isPerson(role)) return mine.as({ access_token: await tokenOf(role) }).client(key, input);
      const { "x-stack-super-secret-admin-key": _, ...headers } = tierHeaders(projectId, "admin", "");
      return sendRequest(key, {
        ...input,
        headers: { ...headers, "x-stack-admin-access-token": await ownersToken(), ...input.headers },
      });
    },
  };
}

/** Makes something when it is first needed, once for each name. */
function once<T, Name extends string = never>(make: (name: Name) => Promise<T>): (name?: Name) => Promise<T> {
  const made = new Map<Name | undefined, Promise<T>>();
  return (name) => {
    const known = made.get(name) ?? make(name as Name);
    made.set(name, known);
    return known;
  };
}
