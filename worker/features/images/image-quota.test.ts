import { env } from "cloudflare:workers";
import { eq, sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { imageHolders, imageUses } from "../../db/images/schema";
import { departingProjects } from "../../db/project-moves/schema";
import { imageStorage } from "../../db/storage/schema";
import { stepOf } from "../../testing/jobs";
import { owner } from "../../testing/owner";
import { signUp } from "../../testing/password-sign-ins";
import { db, firstDb, project, type TestProject } from "../../testing/project";
import { expectPlainError } from "../../testing/refusals";
import { sweepImages } from "./jobs";

/** The head of a PNG of one pixel, with a text behind it. */
function image(bytes: number): string {
  const head = Uint8Array.from(atob(pixel), (character) => character.charCodeAt(0));
  const all = new Uint8Array(bytes);
  all.set(head);
  all.set(crypto.getRandomValues(new Uint8Array(16)), head.length);
  let text = "";
  for (const byte of all) text += String.fromCharCode(byte);
  return `data:image/png;base64,${btoa(text)}`;
}

const pixel = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

const usage = async (p: TestProject) => (await p.admin("GET /internal/usage")).body.images;
const setMax = async ({ id }: TestProject, maxBytes: number | null) => {
  const row = firstDb.insert(imageStorage).values({ projectId: id, maxBytes });
  await firstDb.batch([row.onConflictDoUpdate({ target: imageStorage.projectId, set: { maxBytes } })]);
};

/** Counts the images of a project anew. */
async function recounted({ id }: TestProject): Promise<number> {
  const [uses] = await firstDb.batch([firstDb.select().from(imageUses).where(eq(imageUses.projectId, id))]);
  const sizes = await Promise.all(
    uses.map(async ({ fileName }) => (await env.IMAGES.get(fileName, "arrayBuffer"))?.byteLength ?? 0),
  );
  return sizes.reduce((sum, size) => sum + size + 400, 0);
}

/** Two users of a project. */
async function strangers(p: TestProject) {
  const [session, ofOthers] = [await signUp(p), await signUp(p)];
  return { projectId: p.id, userId: session.user_id, stranger: p.as(session), others: p.as(ofOthers) };
}

/** Images that a user has set to themselves one after the other, and that nothing shows any more. */
async function replacedImages(projectId: string, setBy: string, { count, bytes }: { count: number; bytes: number }) {
  const shared = { projectId, holder: `user/${setBy}`, setBy, bytes, dueAt: Date.now() };
  const files = Array.from({ length: count }, () => `${crypto.randomUUID()}.png`);
  await firstDb.batch([firstDb.insert(imageHolders).values(files.map((fileName) => ({ ...shared, fileName })))]);
}

/** Has all that is due by then looked at. */
async function passHours(hours: number): Promise<void> {
  const dueAt = sql`${imageHolders.dueAt} - ${hours * 60 * 60_000}`;
  await firstDb.batch([firstDb.update(imageHolders).set({ dueAt })]);
  const recordedAt = sql`${imageUses.recordedAt} - ${hours * 60 * 60_000}`;
  await firstDb.batch([firstDb.update(imageUses).set({ recordedAt })]);
  while ((await stepOf(sweepImages)).outcome === "more");
}

describe("the images of a project", () => {
  // Evidence: images-end-at-their-own-quota
  it("413 for a client that uploads without end, which stops images alone", async () => {
    // Attack: an anonymous client sets its image again and again; each is kept in KV for as long as the project exists.
    const [p, other] = [await project(), await project()];
    await setMax(p, 300_000);
    const { body: tokens } = await p.client("POST /auth/anonymous/sign-up");
    const upload = () => p.as(tokens).client("PATCH /users/me", { body: { profile_image_url: image(90_000) } });
    const statuses = [];
    for (let number = 0; number < 4; number += 1) statuses.push((await upload()).status);
    expect(statuses).toEqual([200, 200, 200, 413]);
    const refusal =
      "No more can be stored here for now. The owners of the project see under Usage why, and what makes room.";
    expectPlainError(await upload(), 413, refusal);
    expect(await usage(p)).toEqual({ used_bytes: 271_200, max_bytes: 300_000, used_percent: 90 });
    expect(await recounted(p)).toBe(271_200);
    expect((await signUp(p)).email).toBeDefined();
    expect((await p.as(tokens).client("PATCH /users/me", { body: { display_name: "Ada" } })).status).toBe(200);
    const team = { display_name: "Team", profile_image_url: image(1_000) };
    expect((await other.server("POST /teams", { body: team })).status).toBe(201);
    await setMax(p, null);
    expect((await upload()).status).toBe(200);
  });

  // Evidence: images-of-others-count-in-full
  it("count in full where another project has stored them, and names without an image as 400 bytes", async () => {
    // Attack: a project refers to all images of another one, which is then deleted: they are kept for it, and counted for nobody.
    const [p, other] = [await project(), await project()];
    const { body } = await other.server("POST /users", { body: { profile_image_url: image(50_000) } });
    const profile_image_url: string = body.profile_image_url;
    expect((await p.server("POST /users", { body: { profile_image_url } })).status).toBe(201);
    expect(await usage(p)).toMatchObject({ used_bytes: 50_400 });
    // Attack: a server key fills the first database with the names of images that do not exist.
    const made = profile_image_url.replace(/[0-9a-f]{64}/, "0".repeat(63) + Math.floor(Math.random() * 10));
    await p.server("POST /users", { body: { profile_image_url: made } });
    expect(await usage(p)).toMatchObject({ used_bytes: 50_800 });
    expect(await recounted(p)).toBe(50_800);
  });

  it("count once however often they are set, and no more once they are replaced", async () => {
    const p = await project();
    const [first, second] = [image(20_000), image(30_000)];
    const setLogo = (logo_url: string) => p.admin("PATCH /internal/projects/current", { body: { logo_url } });
    for (const logo of [first, first]) expect((await setLogo(logo)).status).toBe(200);
    expect(await usage(p)).toMatchObject({ used_bytes: 20_400 });
    expect((await setLogo(second)).status).toBe(200);
    await expect.poll(() => usage(p)).toMatchObject({ used_bytes: 30_400 });
    expect(await recounted(p)).toBe(30_400);
  });

  // Evidence: images-of-one-user-end
  it("413 for a user's images beyond eight megabytes, whatever they are of, and 200 for those of others", async () => {
    // Attack: a stranger with one free account stores 84 MB of pictures a minute in the internal project, which has no quota. In any other
    // project they use up the quota of all its users and teams.
    const [stranger, others] = [await owner(), await owner()];
    const projects = [
      { projectId: "internal", userId: stranger.userId, stranger, others },
      await strangers(await project({ "teams.allowClientTeamCreation": true })),
    ];
    for (const { projectId, userId, stranger, others } of projects) {
      await replacedImages(projectId, userId, { count: 10, bytes: 740_400 });
      const upload = () => stranger.client("PATCH /users/me", { body: { profile_image_url: image(740_000) } });
      const statuses = await Promise.all([upload(), upload()]);
      expect(statuses.filter(({ status }) => status === 413).length).toBe(1);
      const team = { creator_user_id: "me", display_name: "Team", profile_image_url: image(740_000) };
      expect((await stranger.client("POST /teams", { body: team })).status).toBe(413);
      expect((await others.client("POST /teams", { body: team })).status).toBe(201);
      await passHours(0.1);
      expect((await upload()).status).toBe(200);
    }
  });

  // Evidence: images-that-nothing-shows-are-deleted
  it("are deleted once nothing shows them: those replaced after minutes, those of deleted users and teams within a day", async () => {
    // Attack: a stranger fills a project's images, and its owner deletes the stranger, which gives nothing back.
    const p = await project();
    const set = (params: { user_id: string }, profile_image_url: string) =>
      p.server("PATCH /users/{user_id}", { params, body: { profile_image_url } });
    const [replaced, shared, own, ofTeam] = [image(10_000), image(20_000), image(30_000), image(40_000)];
    const [ada, eve] = await Promise.all(
      [replaced, shared].map(async (profile_image_url) => {
        const { body } = await p.server("POST /users", { body: { profile_image_url } });
        return { user_id: String(body.id), first: String(body.profile_image_url) };
      }),
    );
    if (!ada || !eve) throw new Error("There are no users");
    await set({ user_id: ada.user_id }, eve.first);
    await set({ user_id: eve.user_id }, own);
    const { body: team } = await p.server("POST /teams", { body: { display_name: "Team", profile_image_url: ofTeam } });
    await passHours(0.1);
    expect(await usage(p)).toMatchObject({ used_bytes: 91_200 });
    const stored = async (url: string) => (await env.IMAGES.get(url.split("/").at(-1) ?? "", "stream")) !== null;
    expect([await stored(ada.first), await stored(eve.first)]).toEqual([false, true]);
    await p.server("DELETE /users/{user_id}", { params: { user_id: eve.user_id } });
    await p.server("DELETE /teams/{team_id}", { params: { team_id: team.id } });
    // What is missing from one database of a project that is moved may be in the other.
    await db.batch([db.insert(departingProjects).values({ projectId: p.id })]);
    await passHours(25);
    expect(await usage(p)).toMatchObject({ used_bytes: 91_200 });
    await db.batch([db.delete(departingProjects).where(eq(departingProjects.projectId, p.id))]);
    await passHours(25);
    expect(await usage(p)).toMatchObject({ used_bytes: 20_400 });
    expect(await recounted(p)).toBe(20_400);
    expect([await stored(eve.first), await stored(team.profile_image_url)]).toEqual([true, false]);
  });
});
