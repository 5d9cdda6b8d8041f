import { describe, expect, it } from "vitest";
import { onWrite } from "../app/on-write";
import { serverOfEachTest } from "../testing/api-server";
import { FakeHost } from "../testing/fake-host";
import { accessToken, clientUser, serverUser } from "../testing/wire-samples";
import { GatehouseClientApp } from "./client-app";
import { GatehouseServerApp } from "./server-app";

const api = serverOfEachTest();

const marketingId = "4f6f8873-3d04-46bd-8bef-18338b1a1b4c";
const preferences = [
  { notification_category_id: "c1", notification_category_name: "Transactional", enabled: true, can_disable: false },
  { notification_category_id: marketingId, notification_category_name: "Marketing", enabled: false, can_disable: true },
];
const keys = { projectId: "p1", publishableClientKey: "pck_1", secretServerKey: "ssk_1" };

const tiers = [
  {
    tier: "the signed-in user",
    owner: "me",
    async open() {
      api.on("GET /users/me", { body: clientUser });
      const tokenStore = { accessToken: accessToken(), refreshToken: "r1" };
      const app = new GatehouseClientApp({ ...keys, baseUrl: api.url, tokenStore }, new FakeHost());
      return { app, user: await app.getUser({ or: "throw" }) };
    },
  },
  {
    tier: "a backend",
    owner: serverUser.id,
    async open() {
      api.on(`GET /users/${serverUser.id}`, { body: serverUser });
      const app = new GatehouseServerApp({ ...keys, baseUrl: api.url, tokenStore: null }, new FakeHost());
      const user = await app.getUser(serverUser.id);
      if (user === null) throw new Error("There should be a user");
      return { app, user };
    },
  },
];

describe.each(tiers)("notification categories, for $tier", ({ owner, open }) => {
  it("are listed with whether the user gets their emails, and may refuse them", async () => {
    api.on(`GET /emails/notification-preference/${owner}`, { body: { items: preferences, is_paginated: false } });
    const { user } = await open();
    const categories = await user.listNotificationCategories();
    expect(categories.map((category) => ({ ...category }))).toEqual([
      { id: "c1", name: "Transactional", enabled: true, canDisable: false },
      { id: marketingId, name: "Marketing", enabled: false, canDisable: true },
    ]);
    expect(categories.every(Object.isFrozen)).toBe(true);
  });

  it("are switched by themselves, which notifies listeners", async () => {
    api.on(`GET /emails/notification-preference/${owner}`, { body: { items: preferences } });
    const change = `PATCH /emails/notification-preference/${owner}/${marketingId}`;
    api.on(change, { body: { ...preferences[1], enabled: true } });
    const { app, user } = await open();
    const changed: string[] = [];
    onWrite(app.connection, (resources) => void changed.push(resources.join(" ")));
    const [, marketing] = await user.listNotificationCategories();
    await marketing?.setEnabled(true);
    expect(api.received.filter(({ method }) => method === "PATCH").map(({ body }) => body)).toEqual([
      '{"enabled":true}',
    ]);
    expect(changed).toEqual(["notification-categories"]);
    expect(marketing?.enabled).toBe(false);
  });

  it("throws what the server refuses, and notifies no listener", async () => {
    api.on(`GET /emails/notification-preference/${owner}`, { body: { items: preferences } });
    const text = "Transactional notifications cannot be disabled";
    api.on(`PATCH /emails/notification-preference/${owner}/c1`, { status: 400, body: text });
    const { app, user } = await open();
    const changed: unknown[] = [];
    onWrite(app.connection, (resources) => void changed.push(resources));
    const [transactional] = await user.listNotificationCategories();
    await expect(transactional?.setEnabled(false)).rejects.toMatchObject({ status: 400 });
    expect(changed).toEqual([]);
  });
});
