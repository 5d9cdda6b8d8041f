import { describe, expect, it } from "vitest";
import { endpointsOf } from "../../contracts";
import type { EndpointKey } from "../../protocol/endpoint";
import { freshAddress } from "../../testing/mailbox";
import { db, project } from "../../testing/project";
import type { RequestInput, TestResponse } from "../../testing/send-request";
import { accessToken, bareUser } from "../../testing/tokens";
import * as memberProfiles from "../member-profiles/contract";
import { days, newCode } from "../verification-codes";
import * as teams from "./contract";
import { teamInvitation } from "./invitation-codes";
import * as invitations from "./invitations/contract";
import { callbackUrl } from "./invitations/invitations.fixtures";
import * as memberships from "./memberships/contract";
import { clientTeams, join, teamIn, userOf } from "./teams.fixtures";

/** A team with a member who has every permission and one who has none, and all other kinds of callers. */
async function scene() {
  const [p, q] = [await project(clientTeams), await project(clientTeams)];
  const [team, others, elsewhere] = [await teamIn(p), await teamIn(p), await teamIn(q)];
  const every = ["$update_team", "$delete_team", "$read_members", "$remove_members", "$invite_members"];
  const [outsider, member, permitted, foreign] = [await userOf(p), await userOf(p), await userOf(p), await userOf(q)];
  const guest = await bareUser(p.id, { isAnonymous: true });
  await join(p, team.id, member.id);
  await join(p, team.id, permitted.id, every);
  await join(p, others.id, outsider.id, every);
  await join(q, elsewhere.id, foreign.id, every);
  const target = await bareUser(p.id);
  await join(p, team.id, target);
  const invitation = await newCode(db, teamInvitation, {
    projectId: p.id,
    lifetimeMillis: 7 * days,
    subject: team.id,
    payload: { teamId: team.id, email: freshAddress(), inviterId: null, isForRecipientOnly: false },
  });
  await db.batch([invitation.statement]);
  return {
    teamId: team.id,
    targetId: target,
    nonMemberId: await bareUser(p.id),
    invitation: { id: invitation.id, code: invitation.code },
    callers: {
      "no user": p.client,
      anonymous: p.as({ access_token: await accessToken(p.id, guest, { isAnonymous: true }) }).client,
      outsider: outsider.client,
      member: member.client,
      permitted: permitted.client,
      server: p.server,
      admin: p.admin,
      "foreign user": foreign.client,
      "foreign server": q.server,
    },
  };
}

type Scene = Awaited<ReturnType<typeof scene>>;
type Role = keyof Scene["callers"];

const roles: Role[] = [
  "no user",
  "anonymous",
  "outsider",
  "member",
  "permitted",
  "server",
  "admin",
  "foreign user",
  "foreign server",
];

const noUser = "401 USER_AUTHENTICATION_REQUIRED";
const noOwn = "400 CANNOT_GET_OWN_USER_WITHOUT_USER";
const noMember = "404 TEAM_MEMBERSHIP_NOT_FOUND";
const notAllowed = "401 TEAM_PERMISSION_REQUIRED";
const noTeam = "404 TEAM_NOT_FOUND";
const noOne = "404 USER_NOT_FOUND";
const noTier = "401 INSUFFICIENT_ACCESS_TYPE";
const noCode = "404 VERIFICATION_CODE_NOT_FOUND";

const one = ({ teamId }: Scene): RequestInput => ({ params: { team_id: teamId } });
const target = ({ teamId, targetId }: Scene): RequestInput => ({ params: { team_id: teamId, user_id: targetId } });
const me = ({ teamId }: Scene): RequestInput => ({ params: { team_id: teamId, user_id: "me" } });
const ofTeam = ({ teamId }: Scene): RequestInput => ({ query: { team_id: teamId } });
const code = ({ invitation }: Scene): RequestInput => ({ body: { code: invitation.code } });
const named = (input: (scene: Scene) => RequestInput) => (w: Scene) => ({
  ...input(w),
  body: { display_name: "Crew" },
});

/** The response to each role, in the order of `roles`. */
const matrix: [EndpointKey, string, (scene: Scene) => RequestInput, string[]][] = [
  [
    "GET /teams",
    "of a member",
    ({ targetId }) => ({ query: { user_id: targetId } }),
    [noOwn, "403", "403", "403", "403", "200", "200", "403", "200"],
  ],
  [
    "GET /internal/teams",
    "page by page",
    () => ({}),
    [noTier, noTier, noTier, noTier, noTier, noTier, "200", noTier, noTier],
  ],
  ["POST /teams", "of one's own", named(() => ({})), [noUser, "201", "201", "201", "201", "201", "201", "201", "201"]],
  ["GET /teams/{team_id}", "", one, [noUser, noMember, noMember, "200", "200", "200", "200", noMember, noTeam]],
  [
    "PATCH /teams/{team_id}",
    "",
    named(one),
    [noUser, noMember, noMember, notAllowed, "200", "200", "200", noMember, noTeam],
  ],
  ["DELETE /teams/{team_id}", "", one, [noUser, noMember, noMember, notAllowed, "200", "200", "200", noMember, noTeam]],
  [
    "POST /team-memberships/{team_id}/{user_id}",
    "of a user who is no member",
    ({ teamId, nonMemberId }) => ({ params: { team_id: teamId, user_id: nonMemberId }, body: {} }),
    [noTier, noTier, noTier, noTier, noTier, "201", "201", noTier, noOne],
  ],
  [
    "DELETE /team-memberships/{team_id}/{user_id}",
    "of another member",
    target,
    [noOwn, noMember, noMember, notAllowed, "200", "200", "200", noMember, noOne],
  ],
  [
    "DELETE /team-memberships/{team_id}/{user_id}",
    "of one's own",
    me,
    [noOwn, noMember, noMember, "200", "200", noOwn, noOwn, noMember, noOwn],
  ],
  [
    "GET /team-member-profiles",
    "of the team",
    ofTeam,
    [noOwn, noMember, noMember, notAllowed, "200", "200", "200", noMember, noTeam],
  ],
  ["GET /team-members", "", ofTeam, [noOwn, noMember, noMember, notAllowed, "200", "200", "200", noMember, noTeam]],
  [
    "GET /team-member-profiles",
    "of the project",
    () => ({}),
    [noOwn, "400", "400", "400", "400", "200", "200", "400", "200"],
  ],
  [
    "GET /team-member-profiles/{team_id}/{user_id}",
    "of another member",
    target,
    [noOwn, noMember, noMember, notAllowed, "200", "200", "200", noMember, noOne],
  ],
  [
    "GET /team-member-profiles/{team_id}/{user_id}",
    "of one's own",
    me,
    [noOwn, noMember, noMember, "200", "200", noOwn, noOwn, noMember, noOwn],
  ],
  [
    "PATCH /team-member-profiles/{team_id}/{user_id}",
    "of another member",
    named(target),
    [noOwn, "403", "403", "403", "403", "200", "200", "403", noOne],
  ],
  [
    "PATCH /team-member-profiles/{team_id}/{user_id}",
    "of one's own",
    named(me),
    [noOwn, noMember, noMember, "200", "200", noOwn, noOwn, noMember, noOwn],
  ],
  [
    "POST /team-invitations/send-code",
    "",
    ({ teamId }) => ({ body: { team_id: teamId, email: freshAddress(), callback_url: callbackUrl } }),
    [noUser, noMember, noMember, notAllowed, "200", "200", "200", noMember, noTeam],
  ],
  ["GET /team-invitations", "", ofTeam, [noOwn, noMember, noMember, notAllowed, "200", "200", "200", noMember, noTeam]],
  [
    "DELETE /team-invitations/{id}",
    "",
    (w) => ({ ...ofTeam(w), params: { id: w.invitation.id } }),
    [noOwn, noMember, noMember, notAllowed, "200", "200", "200", noMember, noTeam],
  ],
  ["POST /team-invitations/accept", "", code, [noUser, "200", "200", "200", "200", noUser, noUser, noCode, noUser]],
  [
    "POST /team-invitations/{id}/accept",
    "",
    () => ({ params: { id: crypto.randomUUID() }, query: { user_id: "me" } }),
    [noOwn, noCode, noCode, noCode, noCode, noOwn, noOwn, noCode, noOwn],
  ],
  [
    "POST /team-invitations/accept/details",
    "",
    code,
    [noUser, "200", "200", "200", "200", noUser, noUser, noCode, noUser],
  ],
  [
    "POST /team-invitations/accept/preview",
    "",
    code,
    ["200", "200", "200", "200", "200", "200", "200", noCode, noCode],
  ],
  [
    "POST /team-invitations/accept/check-code",
    "",
    code,
    ["200", "200", "200", "200", "200", "200", "200", noCode, noCode],
  ],
];

function outcomeOf({ status, headers }: TestResponse): string {
  const known = headers.get("x-stack-known-error");
  return known === null ? String(status) : `${status} ${known}`;
}

/** Tells whether a request changes nothing, so that all roles can send theirs in one scene. */
function isRead(key: EndpointKey): boolean {
  return key.startsWith("GET ") || /accept\/(?:details|preview|check-code)$/.test(key);
}

// Attack: each request on teams, by every kind of caller that might be allowed by mistake.
describe("who may do what with a team", () => {
  let ofReads: Promise<Scene> | undefined;

  it.for(matrix)("%s %s", async ([key, , input, expected]) => {
    ofReads ??= scene();
    let current = await (isRead(key) ? ofReads : scene());
    const found = new Map<Role, string>();
    const send = async (role: Role) =>
      void found.set(role, outcomeOf(await current.callers[role](key, input(current))));
    const isSuccessful = (role: Role) => expected[roles.indexOf(role)]?.startsWith("2");
    // Those that are refused come first, before a success has changed what they meet.
    for (const role of roles.filter((each) => !isSuccessful(each))) await send(role);
    for (const [index, role] of roles.filter(isSuccessful).entries()) {
      if (index > 0 && !isRead(key)) current = await scene();
      await send(role);
    }
    expect(Object.fromEntries(found)).toEqual(Object.fromEntries(roles.map((role, index) => [role, expected[index]])));
  });

  it("is declared for every endpoint", () => {
    const declared = [teams, memberships, memberProfiles, invitations].flatMap(endpointsOf).map(({ key }) => key);
    expect(new Set(matrix.map(([key]) => key))).toEqual(new Set(declared));
  });
});
