import { describe, it } from "vitest";
import { newAddress } from "../../../scripts/testing/accounts";
import { newProject, type ProjectUnderTest, signUp, startProject } from "../../../scripts/testing/official-client";
import { GatehouseAdminApp, GatehouseClientApp, GatehouseServerApp } from "../index";
import { signUp as signUpOurs } from "../testing/project-under-test";

const suite = startProject();

const items = {
  points: { displayName: "Points", customerType: "user" },
  seats: { displayName: "Seats", customerType: "team" },
  credits: { displayName: "Credits", customerType: "custom" },
};

/** A project with items of each kind of customer, and a user in a team. */
async function newCustomers() {
  const project = await newProject(suite.gatehouse, { clientTeamCreationEnabled: true });
  await project.owned.updateConfig({ "payments.items": items });
  const app = project.clientApp();
  await signUp(app, newAddress());
  const user = await app.getUser({ or: "throw" });
  const team = await user.createTeam({ displayName: "Crew" });
  return { project, app, user, team };
}

/** Our apps with the keys of a project. */
function ours({ projectId, keys }: ProjectUnderTest) {
  const options = { baseUrl: suite.gatehouse.apiUrl, projectId, tokenStore: "memory", ...keys } as const;
  return {
    client: new GatehouseClientApp(options),
    server: new GatehouseServerApp(options),
    admin: new GatehouseAdminApp(options),
  };
}

describe("items of the official client", () => {
  it("200: a website reads the items of its user and their team, and a backend those of any customer", async ({
    expect,
  }) => {
    const { project, app, user, team } = await newCustomers();
    const server = project.serverApp();
    await (await server.getItem({ userId: user.id, itemId: "points" })).increaseQuantity(5);
    await (await server.getItem({ customCustomerId: "company-1", itemId: "credits" })).decreaseQuantity(3);
    expect(await user.getItem("points")).toMatchObject({ displayName: "Points", quantity: 5, nonNegativeQuantity: 5 });
    expect(await team.getItem("seats")).toMatchObject({ displayName: "Seats", quantity: 0 });
    const custom = { customCustomerId: "company-1", itemId: "credits" };
    expect(await app.getItem(custom)).toMatchObject({ quantity: -3, nonNegativeQuantity: 0 });
    const other = project.serverApp();
    const { quantity } = await ((await other.getUser(user.id)) ?? expect.fail()).getItem("points");
    expect(quantity).toBe(5);
    expect((await ((await other.getTeam(team.id)) ?? expect.fail()).getItem("seats")).quantity).toBe(0);
    await expect(app.getItem({ userId: user.id, itemId: "none" })).rejects.toMatchObject({
      errorCode: "ITEM_NOT_FOUND",
    });
    await expect(app.getItem({ userId: user.id, itemId: "seats" })).rejects.toMatchObject({
      errorCode: "ITEM_CUSTOMER_TYPE_DOES_NOT_MATCH",
    });
  });

  it("200: a backend adds to an item and takes from it, no more than there is where it tries", async ({ expect }) => {
    const { project, user } = await newCustomers();
    const points = { userId: user.id, itemId: "points" };
    const item = await project.serverApp().getItem(points);
    await item.increaseQuantity(5);
    expect(await item.tryDecreaseQuantity(6)).toBe(false);
    expect(await item.tryDecreaseQuantity(5)).toBe(true);
    await item.decreaseQuantity(2);
    await expect(item.increaseQuantity(1)).rejects.toMatchObject({ errorCode: "ITEM_QUANTITY_INSUFFICIENT_AMOUNT" });
    await project.adminApp().createItemQuantityChange({ ...points, quantity: 12, description: "A gift" });
    expect((await project.serverApp().getItem(points)).quantity).toBe(10);
  });
});

describe("items of the kit", () => {
  it("reads and changes them for users, teams and custom customers, and tries no more than there is", async ({
    expect,
  }) => {
    const { project, user, team } = await newCustomers();
    const { client, server, admin } = ours(project);
    const points = { userId: user.id, itemId: "points" };
    const item = await server.getItem(points);
    expect(item).toMatchObject({ displayName: "Points", quantity: 0, nonNegativeQuantity: 0 });
    await item.increaseQuantity(5);
    expect(await item.tryDecreaseQuantity(6)).toBe(false);
    expect(await item.tryDecreaseQuantity(4)).toBe(true);
    await item.decreaseQuantity(3);
    expect(await client.getItem(points)).toEqual({ displayName: "Points", quantity: -2, nonNegativeQuantity: 0 });
    const once = { ...points, quantity: 12, expiresAt: "2100-01-01T00:00:00Z", idempotencyKey: "gift" };
    for (const _ of [1, 2]) await admin.createItemQuantityChange(once);
    const found = await server.getUser(user.id);
    expect((await found?.getItem("points"))?.quantity).toBe(10);
    const seats = await (await server.getTeam(team.id))?.getItem("seats");
    await seats?.increaseQuantity(1);
    expect((await client.getItem({ teamId: team.id, itemId: "seats" })).quantity).toBe(1);
    const company = { customCustomerId: "company-1", itemId: "credits" };
    await (await server.getItem(company)).increaseQuantity(7);
    expect((await client.getItem(company)).quantity).toBe(7);
  });

  it("shows the signed-in user their own and their teams' items, also where clients read no others", async ({
    expect,
  }) => {
    const { project } = await newCustomers();
    await project.owned.updateConfig({ "payments.clientItemReads": "own" });
    const { client } = ours(project);
    const { user } = await signUpOurs(client);
    const team = await user.createTeam({ displayName: "Crew" });
    expect((await user.getItem("points")).quantity).toBe(0);
    expect((await team.getItem("seats")).quantity).toBe(0);
    expect((await client.getItem({ userId: user.id, itemId: "points" })).quantity).toBe(0);
    const company = { customCustomerId: "company-1", itemId: "credits" };
    await expect(client.getItem(company)).rejects.toMatchObject({ errorCode: "CUSTOMER_DOES_NOT_EXIST" });
  });

  it("throws for an item of no customer", async ({ expect }) => {
    const { client, admin } = ours(suite.project);
    await expect(client.getItem({ itemId: "points" } as never)).rejects.toThrow(
      "getItem requires one of userId, teamId, or customCustomerId",
    );
    await expect(admin.createItemQuantityChange({ itemId: "points", quantity: 1 } as never)).rejects.toThrow(
      "updateItemQuantity requires one of userId, teamId, or customCustomerId",
    );
  });
});
