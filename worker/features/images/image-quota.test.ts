import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { imageUses } from "../../db/images/schema";
import { imageStorage } from "../../db/storage/schema";
import { signUp } from "../../testing/password-sign-ins";
import { firstDb, project, type TestProject } from "../../testing/project";
import { expectPlainError } from "../../testing/refusals";

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
      "The project has used up its storage. Delete something, or ask the operator of the installation for more.";
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
});
