import { describe, it } from "vitest";
import { newAddress, PASSWORD } from "../../../scripts/testing/accounts";
import { startProject } from "../../../scripts/testing/official-client";

const suite = startProject({
  allowUserApiKeys: true,
  allowTeamApiKeys: true,
  clientTeamCreationEnabled: true,
});

const inOneDay = () => new Date(Date.now() + 86_400_000);

/** A user in their browser. */
async function newUser() {
  const email = newAddress();
  await suite.project
    .serverApp()
    .createUser({ primaryEmail: email, primaryEmailAuthEnabled: true, password: PASSWORD });
  const app = suite.project.clientApp();
  await app.signInWithCredential({ email, password: PASSWORD });
  return app.getUser({ or: "throw" });
}

describe("API keys with the official client", () => {
  it("200: a user's key is shown once, identifies its user to a backend, and stops when it is revoked", async ({
    expect,
  }) => {
    const user = await newUser();
    const made = await user.createApiKey({ description: "Robot", expiresAt: inOneDay() });
    expect(made.value).toMatch(/^sk_[0-9a-hjkmnp-tv-z]{45}[0-9a-f]{32}user1574ck4u7h[0-9a-f]{8}$/);
    const [listed] = await user.listApiKeys();
    if (!listed) throw new Error("The new key is not listed.");
    expect(listed).toMatchObject({
      id: made.id,
      description: "Robot",
      type: "user",
      userId: user.id,
      value: { lastFour: made.value.slice(-4) },
    });
    expect([listed.isValid(), listed.whyInvalid()]).toEqual([true, null]);
    const userOfKey = () => suite.project.serverApp().getUser({ apiKey: made.value });
    expect((await userOfKey())?.id).toBe(user.id);
    await listed.update({ description: "Old robot" });
    await listed.revoke();
    const [revoked] = await user.listApiKeys();
    expect(revoked).toMatchObject({ description: "Old robot", manuallyRevokedAt: expect.any(Date) });
    expect([revoked?.isValid(), revoked?.whyInvalid()]).toEqual([false, "manually-revoked"]);
    expect(await userOfKey()).toBeNull();
  });

  it("200: a team's key identifies its team to a backend", async ({ expect }) => {
    const user = await newUser();
    const team = await user.createTeam({ displayName: "Crew" });
    const made = await team.createApiKey({ description: "Deploy", expiresAt: null });
    expect(made).toMatchObject({ type: "team", teamId: team.id });
    expect((await team.listApiKeys()).map(({ id }) => id)).toEqual([made.id]);
    const server = suite.project.serverApp();
    expect((await server.getTeam({ apiKey: made.value }))?.id).toBe(team.id);
    expect(await server.getUser({ apiKey: made.value })).toBeNull();
    expect(await server.getTeam({ apiKey: `${made.value.slice(0, -1)}x` })).toBeNull();
  });

  it("200: a backend makes keys for users and teams, and lists them", async ({ expect }) => {
    const server = suite.project.serverApp();
    const user = await server.createUser({ primaryEmail: newAddress() });
    const team = await server.createTeam({ displayName: "Crew" });
    for (const owner of [user, team]) {
      const made = await owner.createApiKey({ description: "Open", expiresAt: null, isPublic: true });
      expect(made.value).toMatch(/^pk_/);
      const [listed] = await owner.listApiKeys();
      expect([listed?.id, listed?.isValid()]).toEqual([made.id, true]);
      // A public key is meant to be read by others, and cannot be taken back.
      await expect(listed?.revoke()).rejects.toMatchObject({ errorCode: "PUBLIC_API_KEY_CANNOT_BE_REVOKED" });
    }
  });

  it("404 API_KEY_NOT_FOUND: a member without the permission neither sees nor makes a team's keys", async ({
    expect,
  }) => {
    const user = await newUser();
    const team = await user.createTeam({ displayName: "Crew" });
    const server = suite.project.serverApp();
    const seen = await server.getUser(user.id);
    await seen?.revokePermission(team, "team_admin");
    await expect(team.createApiKey({ description: "Mine", expiresAt: null })).rejects.toMatchObject({
      errorCode: "API_KEY_NOT_FOUND",
    });
    await expect(team.listApiKeys()).rejects.toMatchObject({ errorCode: "API_KEY_NOT_FOUND" });
  });
});
