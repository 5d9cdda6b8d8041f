import { describe, expect, it } from "vitest";
import { onWrite } from "../app/on-write";
import { GatehouseServerApp } from "../apps/server-app";
import { serverOfEachTest } from "../testing/api-server";
import { serverUser } from "../testing/wire-samples";

const api = serverOfEachTest();

const wireTeam = { ...serverUser.selected_team, id: "t1" };

/** A backend's team, and what its app announced since. */
async function someTeam() {
  api.on("GET /teams/t1", { body: wireTeam });
  const options = { projectId: "p1", publishableClientKey: "pck_1", secretServerKey: "ssk_1", baseUrl: api.url };
  const app = new GatehouseServerApp({ ...options, tokenStore: null });
  const changed: string[] = [];
  onWrite(app.connection, (resources) => void changed.push(resources.join(" ")));
  const team = await app.getTeam("t1");
  if (!team) throw new Error("There is no team.");
  return { app, team, changed };
}

describe("a team in the hands of a backend", () => {
  it("is what the server sees of it, frozen", async () => {
    const { team } = await someTeam();
    expect(team).toMatchObject({ createdAt: new Date(1_760_000_000_001), serverMetadata: { secret: "team" } });
    expect(Object.isFrozen(team)).toBe(true);
  });

  it("update also changes what clients may not", async () => {
    api.on("PATCH /teams/t1", { body: wireTeam });
    const { team } = await someTeam();
    await team.update({ displayName: "Hub", clientReadOnlyMetadata: 1, serverMetadata: null });
    const body = { display_name: "Hub", client_read_only_metadata: 1, server_metadata: null };
    expect(api.bodyOf("PATCH /teams/t1")).toEqual(body);
    expect(api.requestsFor("PATCH /teams/t1")[0]?.headers["x-stack-access-type"]).toBe("server");
  });

  it("addUser and removeUser change its members", async () => {
    api.on("POST /team-memberships/t1/u1", { status: 201, body: { team_id: "t1", user_id: "u1" } });
    api.on("DELETE /team-memberships/t1/u1", { body: { success: true } });
    const { team, changed } = await someTeam();
    await team.addUser("u1");
    await team.removeUser("u1");
    expect(api.bodyOf("POST /team-memberships/t1/u1")).toEqual({});
    expect(api.requestsFor("DELETE /team-memberships/t1/u1")).toHaveLength(1);
    expect(changed).toEqual([
      "teams team-members current-user users",
      "teams team-members api-keys current-user users",
    ]);
  });

  it("listUsers gives users in full, with what each shows there", async () => {
    const shown = { team_id: "t1", user_id: serverUser.id, display_name: "Captain", profile_image_url: null };
    api.on("GET /team-member-profiles?team_id=t1", { body: { items: [{ ...shown, user: serverUser }] } });
    api.on(`PATCH /users/${serverUser.id}`, { body: serverUser });
    const { team } = await someTeam();
    const [user] = await team.listUsers();
    expect(user).toMatchObject({ id: serverUser.id, displayName: "Zoë", serverMetadata: { secret: "user" } });
    expect(user?.teamProfile).toEqual({ displayName: "Captain", profileImageUrl: null });
    expect(Object.isFrozen(user)).toBe(true);
    await user?.setDisplayName("Zoë II");
    expect(api.bodyOf(`PATCH /users/${serverUser.id}`)).toEqual({ display_name: "Zoë II" });
  });

  it("invites, lists invitations and revokes as the server", async () => {
    const invitation = { id: "i1", team_id: "t1", recipient_email: "b@b.co", expires_at_millis: 1_760_000_000_000 };
    api.on("POST /team-invitations/send-code", { body: { success: true, id: "i1" } });
    api.on("GET /team-invitations?team_id=t1", { body: { items: [invitation] } });
    api.on("DELETE /team-invitations/i1?team_id=t1", { body: { success: true } });
    const { team } = await someTeam();
    await team.inviteUser({ email: "b@b.co", callbackUrl: "https://a.example/join" });
    const [first] = await team.listInvitations();
    await first?.revoke();
    expect(api.received.map(({ headers }) => headers["x-stack-access-type"])).toEqual(api.received.map(() => "server"));
    expect(api.requestsFor("DELETE /team-invitations/i1?team_id=t1")).toHaveLength(1);
  });
});

describe("a user in the hands of a backend", () => {
  it("leaves a team by id, as the server, and has a profile that the server may change", async () => {
    const [member, profilePath] = [
      `/team-memberships/t1/${serverUser.id}`,
      `/team-member-profiles/t1/${serverUser.id}`,
    ];
    const shown = { team_id: "t1", user_id: serverUser.id, display_name: "Captain", profile_image_url: null };
    api.on(`GET /users/${serverUser.id}`, { body: serverUser });
    api.on(`GET ${profilePath}`, { body: { ...shown, user: serverUser } });
    api.on(`PATCH ${profilePath}`, { body: { ...shown, user: serverUser } });
    api.on(`DELETE ${member}`, { body: { success: true } });
    const { app, team } = await someTeam();
    const user = await app.getUser(serverUser.id);
    const profile = await user?.getTeamProfile(team);
    expect(profile).toEqual({ displayName: "Captain", profileImageUrl: null });
    await profile?.update({ displayName: "Mate" });
    expect(api.bodyOf(`PATCH ${profilePath}`)).toEqual({ display_name: "Mate" });
    await user?.leaveTeam(team);
    expect(api.requestsFor(`DELETE ${member}`)[0]?.headers["x-stack-access-type"]).toBe("server");
  });
});
