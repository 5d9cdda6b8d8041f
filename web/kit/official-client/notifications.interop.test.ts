import { describe, it } from "vitest";
import { newAddress } from "../../../scripts/testing/accounts";
import { signUp, startProject } from "../../../scripts/testing/official-client";

const suite = startProject();

const transactional = {
  id: "7bb82d33-2f54-4a3d-9d23-82739e0d66ef",
  name: "Transactional",
  enabled: true,
  canDisable: false,
};
const marketing = { id: "4f6f8873-3d04-46bd-8bef-18338b1a1b4c", name: "Marketing", enabled: true, canDisable: true };

async function newUser() {
  const app = suite.project.clientApp();
  await signUp(app, newAddress());
  return app.getUser({ or: "throw" });
}

describe("the official client", () => {
  it("200: a user lists what they get emails about, and switches a category off; a backend switches it on again", async ({
    expect,
  }) => {
    const user = await newUser();
    const categories = await user.listNotificationCategories();
    expect(categories).toMatchObject([transactional, marketing]);
    await categories[1]?.setEnabled(false);
    expect(await user.listNotificationCategories()).toMatchObject([transactional, { ...marketing, enabled: false }]);

    const seenByServer = await suite.project.serverApp().getUser(user.id);
    if (!seenByServer) throw new Error("The test's user is missing");
    const [, off] = await seenByServer.listNotificationCategories();
    expect(off).toMatchObject({ ...marketing, enabled: false });
    await off?.setEnabled(true);
    expect(await seenByServer.listNotificationCategories()).toMatchObject([transactional, marketing]);
  });

  it("400: refuses to switch off what a user must get", async ({ expect }) => {
    const user = await newUser();
    const [fixed] = await user.listNotificationCategories();
    await expect(fixed?.setEnabled(false)).rejects.toThrow("Transactional notifications cannot be disabled");
    expect(await user.listNotificationCategories()).toMatchObject([transactional, marketing]);
  });
});
