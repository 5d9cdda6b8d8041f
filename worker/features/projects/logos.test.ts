import { env, exports } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { project, type TestProject } from "../../testing/project";
import { expectPlainError } from "../../testing/refusals";
import { type RequestInput, sendAndSettle, type TestResponse } from "../../testing/send-request";
import { newImage } from "./projects.fixtures";

const update = "PATCH /internal/projects/current";
const override = "PATCH /internal/config/override";

const isStored = async (url: string) => (await env.IMAGES.get(url.slice(url.lastIndexOf("/") + 1))) !== null;

/** Sends a request as the project's admin, and waits for what runs after the response. */
function settled(p: TestProject, key: typeof update | typeof override, input: RequestInput): Promise<TestResponse> {
  const headers = {
    "x-stack-project-id": p.id,
    "x-stack-access-type": "admin",
    "x-stack-super-secret-admin-key": p.keys.admin,
  };
  return sendAndSettle(key, { ...input, headers });
}

const setLogo = async (p: TestProject, field: "logo_url" | "full_logo_url", image: string | null) =>
  (await settled(p, update, { body: { [field]: image } })).body[field];

const setAppearance = (p: TestProject, patch: object) =>
  settled(p, override, { body: { config_override_string: JSON.stringify(patch) } });

const appearanceOf = async (p: TestProject) => (await p.client("GET /projects/current")).body.config.appearance;

describe("the logos of a project", () => {
  it.each(["logo_url", "full_logo_url"] as const)(
    "%s: an uploaded image is served under its address until another one or null replaces it",
    async (field) => {
      const p = await project();
      const first = await setLogo(p, field, newImage());
      expect((await exports.default.fetch(new Request(first))).status).toBe(200);
      const second = await setLogo(p, field, newImage());
      expect([await isStored(first), await isStored(second)]).toEqual([false, true]);
      expect(await setLogo(p, field, null)).toBeNull();
      expect(await isStored(second)).toBe(false);
    },
  );

  it("of its appearance are deleted as they are replaced, by a leaf or as a whole", async () => {
    const p = await project();
    await setAppearance(p, { "appearance.logoUrl": newImage(), "appearance.logoDarkUrl": newImage() });
    const { logo_url: light, logo_dark_url: dark } = await appearanceOf(p);
    expect([await isStored(light), await isStored(dark)]).toEqual([true, true]);
    await setAppearance(p, { "appearance.logoUrl": newImage() });
    expect([await isStored(light), await isStored(dark)]).toEqual([false, true]);
    await setAppearance(p, { appearance: {} });
    expect(await isStored(dark)).toBe(false);
  });

  it("stay stored while another field, a user or another project shows the same image", async () => {
    const [p, other] = [await project(), await project()];
    const images = [newImage(), newImage(), newImage()] as const;
    const urls = [];
    for (const image of images) urls.push(await setLogo(p, "logo_url", image));
    // The first two are deleted by now; each is used in another way, and shown as the logo again.
    await setLogo(p, "full_logo_url", images[0]);
    await p.server("POST /users", { body: { profile_image_url: images[1] } });
    await setLogo(other, "logo_url", images[2]);
    for (const image of images) await setLogo(p, "logo_url", image);
    await setLogo(p, "logo_url", null);
    expect(await Promise.all(urls.map(isStored))).toEqual([true, true, true]);
  });

  it("stay stored when the project is saved with the addresses that were read", async () => {
    const p = await project();
    const url = await setLogo(p, "logo_url", newImage());
    expect(await setLogo(p, "logo_url", url)).toBe(url);
    await setLogo(p, "full_logo_url", url);
    await setLogo(p, "logo_url", null);
    expect(await isStored(url)).toBe(true);
  });

  // Evidence: another-project-cannot-delete-naming-address
  it("another project cannot delete one by naming its address", async () => {
    // Attack: an owner sets their logo to the address of another project's, and takes it away again.
    const [victim, attacker] = [await project(), await project()];
    const url = await setLogo(victim, "logo_url", newImage());
    expect(await setLogo(attacker, "logo_url", url)).toBe(url);
    await setLogo(attacker, "logo_url", null);
    expect(await isStored(url)).toBe(true);
  });

  it("400 as text for what is no image, and for one that is too big; nothing is recorded", async () => {
    const p = await project();
    for (const logo_url of ["data:text/html,<script>", "logo.png", "javascript:alert(1)"]) {
      const response = await p.admin(update, { body: { logo_url } });
      expect(response.status).toBe(400);
    }
    const tooBig = `data:image/png;base64,${"A".repeat(999_970)}${"A".repeat(40)}`;
    expect((await p.admin(update, { body: { logo_url: tooBig } })).status).toBe(400);
    expectPlainError(
      await p.admin(update, { body: { logo_url: "data:image/svg+xml;base64,PHN2Zz4=" } }),
      400,
      "Invalid profile image URL",
    );
  });
});
