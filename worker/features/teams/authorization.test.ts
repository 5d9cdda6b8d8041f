import { describe, expect, it } from "vitest";
import { endpointsOf } from "../../contracts";
import type { EndpointKey } from "../../protocol/endpoint";
import type { CallInput, TestResponse } from "../../testing/call";
import { freshAddress } from "../../testing/outbox";
import { db, project } from "../../testing/project";
import { accessToken, bareUser } from "../../testing/tokens";
import * as memberProfiles from "../member-profiles/contract";
import { newCode } from "../verification-codes";
import * as teams from "./contract";
import * as invitations from "./invitations/contract";
import { teamInvitation } from "./invitations/invitation";
import { callbackUrl } from "./invitations/invitations.fixtures";
import * as memberships from "./memberships/contract";
import { clientTeams, join, teamIn, userOf } from "./teams.fixtures";

/** A team with two members, one who may do everything and one who may do nothing, and everybody else there is. */
async function world() {
  const [p, q] = [await project(clientTeams), await project(clientTeams)];
  const [team, others, elsewhere] = [await teamIn(p), await teamIn(p), await teamIn(q)];
  const every = ["$update_team", "$delete_team", "$read_members", "$remove_members", "$invite_members"];
  const [stranger, member, permitted, foreign] = [await userOf(p), await userOf(p), await userOf(p), await userOf(q)];
  const guest = await bareUser(p.id, { isAnonymous: true });
  await join(p, team.id, member.id);
  await join(p, team.id, permitted.id, every);
  await join(p, others.id, stranger.id, every);
  await join(q, elsewhere.id, foreign.id, every);
  const target = await bareUser(p.id);
  await join(p, team.id, target);
  const payload = { teamId: team.id, email: freshAddress() };
  const invitation = await newCode(db, teamInvitation, { projectId: p.id, subject: team.id, payload });
  await db.batch([invitation.statement]);
  return {
    teamId: team.id,
    targetId: target,
    newcomerId: await bareUser(p.id),
    invitation: { id: invitation.id, code: invitation.code },
    callers: {
      nobody: p.client,
      anonymous: p.as({ access_token: await accessToken(p.id, guest, { isAnonymous: true }) }).client,
      stranger: stranger.client,
      member: member.client,
      permitted: permitted.client,
      server: p.server,
      admin: p.admin,
      "foreign user": foreign.client,
      "foreign server": q.server,
    },
  };
}

type World = Awaited<ReturnType<typeof world>>;
type Role = keyof World["callers"];

const roles: Role[] = [
  "nobody",
  "anonymous",
  "stranger",
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

const one = ({ teamId }: World): CallInput => ({ params: { team_id: teamId } });
const target = ({ teamId, targetId }: World): CallInput => ({ params: { team_id: teamId, user_id: targetId } });
const me = ({ teamId }: World): CallInput => ({ params: { team_id: teamId, user_id: "me" } });
const ofTeam = ({ teamId }: World): CallInput => ({ query: { team_id: teamId } });
const code = ({ invitation }: World): CallInput => ({ body: { code: invitation.code } });
const named = (input: (world: World) => CallInput) => (w: World) => ({ ...input(w), body: { display_name: "Crew" } });

/** What each role is responded to, in the order of `roles`. */
const matrix: [EndpointKey, string, (world: World) => CallInput, string[]][] = [
  [
    "GET /teams",
    "of a member",
    ({ targetId }) => ({ query: { user_id: targetId } }),
    [noOwn, "403", "403", "403", "403", "200", "200", "403", "200"],
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
    "of a newcomer",
    ({ teamId, newcomerId }) => ({ params: { team_id: teamId, user_id: newcomerId }, body: {} }),
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
    "POST /team-invitations/accept/details",
    "",
    code,
    [noUser, "200", "200", "200", "200", noUser, noUser, noCode, noUser],
  ],
  [
    "POST /team-invitations/accept/check-code",
    "",
    code,
    ["200", "200", "200", "200", "200", "200", "200", noCode, noCode],
  ],
];

function told({ status, headers }: TestResponse): string {
  const known = headers.get("x-stack-known-error");
  return known === null ? String(status) : `${status} ${known}`;
}

// Attack: every call on teams, tried by everybody who might be let by mistake.
describe("who may do what with a team", () => {
  it.for(matrix)("%s %s", async ([key, , input, expected]) => {
    const responses = await Promise.all(
      roles.map(async (role) => {
        const w = await world();
        return told(await w.callers[role](key, input(w)));
      }),
    );
    expect(Object.fromEntries(roles.map((role, index) => [role, responses[index]]))).toEqual(
      Object.fromEntries(roles.map((role, index) => [role, expected[index]])),
    );
  });

  it("is written down for every endpoint", () => {
    const declared = [teams, memberships, memberProfiles, invitations].flatMap(endpointsOf).map(({ key }) => key);
    expect(new Set(matrix.map(([key]) => key))).toEqual(new Set(declared));
  });
});
