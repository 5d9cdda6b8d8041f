import { StackServerApp } from "@stackframe/js";
import { describe, it } from "vitest";
import { runScheduled } from "../scripts/dev/schedule";
import { CALLBACK_URL, newAddress, PASSWORD, refreshSession } from "../scripts/testing/accounts";
import { newProject, startOwnProject } from "../scripts/testing/official-client";
import { newImage } from "./features/projects/projects.fixtures";

const suite = startOwnProject();

/** One sign-up; undefined when the API stopped before it responded. */
async function signUp(email: string): Promise<{ email: string; userId: string; refreshToken: string } | undefined> {
  const body = { email, password: PASSWORD, verification_callback_url: CALLBACK_URL };
  try {
    const response = await fetch(`${suite.gatehouse.apiUrl}/api/v1/auth/password/sign-up`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        "x-stack-access-type": "client",
        "x-stack-project-id": suite.project.projectId,
        "x-stack-publishable-client-key": suite.project.keys.publishableClientKey,
      },
      body: JSON.stringify(body),
    });
    const { user_id, refresh_token } = (await response.json()) as { user_id: string; refresh_token: string };
    if (response.status !== 200) throw new Error(`Sign-up responded with ${response.status}.`);
    return { email, userId: user_id, refreshToken: refresh_token };
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}

describe("a crash of the API (SIGKILL)", () => {
  it("loses nothing that was acknowledged, and leaves nothing half done", async ({ expect }) => {
    const made: { id: string; key: string }[] = [];
    for (const description of ["first", "second"]) {
      const { id, secretServerKey } = await suite.project.adminApp().createInternalApiKey({
        description,
        expiresAt: new Date(Date.now() + 86_400_000),
        hasPublishableClientKey: false,
        hasSecretServerKey: true,
        hasSuperSecretAdminKey: false,
      });
      made.push({ id, key: secretServerKey ?? "" });
    }

    // Four writers at once; the crash comes when the fifteenth response does, while the other three are being served.
    const acknowledged: { email: string; userId: string; refreshToken: string }[] = [];
    const unanswered: string[] = [];
    let crash: Promise<void> | undefined;
    const write = async () => {
      for (;;) {
        const email = newAddress("writer");
        const account = await signUp(email);
        if (!account) return void unanswered.push(email);
        acknowledged.push(account);
        if (acknowledged.length === 15) crash = suite.gatehouse.kill();
      }
    };
    await Promise.all([write(), write(), write(), write()]);
    await crash;
    expect(acknowledged.length).toBeGreaterThanOrEqual(15);
    expect(unanswered).toHaveLength(4);
    await suite.gatehouse.restart();

    const app = suite.project.serverApp();
    for (const { email, userId, refreshToken } of acknowledged) {
      expect(await app.getUser(userId), email).toMatchObject({ primaryEmail: email, hasPassword: true });
      const refreshed = await refreshSession(suite.gatehouse, suite.project, refreshToken);
      expect(refreshed.status, email).toBe(200);
      expect(await suite.project.clientApp().signInWithCredential({ email, password: PASSWORD }), email).toMatchObject({
        status: "ok",
      });
    }
    for (const { key } of made) {
      const withKey = new StackServerApp({
        baseUrl: suite.gatehouse.apiUrl,
        projectId: suite.project.projectId,
        publishableClientKey: suite.project.keys.publishableClientKey,
        secretServerKey: key,
        tokenStore: "memory",
      });
      expect((await withKey.listUsers({ limit: 1 })).length).toBe(1);
    }

    // What was not acknowledged either happened whole or not at all: the address is free, or its account works.
    for (const email of unanswered) {
      const signedIn = await suite.project.clientApp().signInWithCredential({ email, password: PASSWORD });
      if (signedIn.status === "error") expect(await signUp(email), email).toMatchObject({ email });
    }
  });

  it("goes on with the deletion of a project, whose images are gone in the end", async ({ expect }) => {
    const doomed = await newProject(suite.gatehouse);
    const app = doomed.serverApp();
    const logos: string[] = [];
    for (const displayName of ["Ada", "Grace"]) {
      await doomed.owned.update({ logoUrl: newImage() });
      const user = await app.createUser({ displayName });
      await user.update({ profileImageUrl: newImage() });
      logos.push((await app.getUser(user.id))?.profileImageUrl ?? "");
    }
    const { logoUrl } = await doomed.adminApp().getProject();
    logos.push(logoUrl ?? "");
    const statuses = () => Promise.all(logos.map(async (url) => (await fetch(url)).status));
    expect(await statuses()).toEqual([200, 200, 200]);

    await doomed.owned.delete();
    await suite.gatehouse.kill();
    await suite.gatehouse.restart();
    await expect(doomed.serverApp().listUsers()).rejects.toMatchObject({ errorCode: "CURRENT_PROJECT_NOT_FOUND" });
    await runScheduled(suite.gatehouse.apiUrl);
    await expect.poll(statuses, { timeout: 90_000 }).toEqual([404, 404, 404]);
    expect(await suite.project.adminApp().getProject()).toMatchObject({ id: suite.project.projectId });
  });
});
