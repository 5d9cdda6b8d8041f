import { QueryObserver, type QueryObserverOptions } from "@tanstack/react-query";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { GatehouseClientApp } from "../../kit";
import { heldPermissions } from "../../kit/account/reads";
import { internalApiKeys } from "../../kit/operations/internal-api-keys";
import { payments } from "../../kit/operations/payments";
import { apiKeyOptions } from "../queries/account-queries";
import { projectOptions, userOptions } from "../queries/queries";
import { queryClientOf } from "../queries/query-client";
import { refreshAfterWrites } from "../queries/resource-query";
import { viewOf } from "../queries/view-of";
import { appsRespondingWith, settle } from "../testing/responding-apps";
import { userByIdOptions } from "./server-hooks";

// Tests which views a write has read again by the time its promise settles: each row of the kit's contract, section 7.

beforeEach(() => {
  vi.stubGlobal("window", new EventTarget());
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const zoe = { id: "u1", display_name: "Zoe", oauth_providers: [], selected_team: null, is_anonymous: false };
const team = { id: "t1", display_name: "Makers" };
const channel = { id: "c1", value: "zoe@example.com", type: "email" };
const key = {
  id: "k1",
  description: "CI",
  created_at_millis: 0,
  type: "user",
  user_id: "u1",
  value: { last_four: "1" },
};
const config = { oauth_providers: [], domains: [], email_config: { type: "shared" }, appearance: {} };

const lists: Record<string, object> = {
  "/teams": team,
  "/contact-channels": channel,
  "/emails/notification-preference/me": { notification_category_id: "n1", can_disable: true },
  "/oauth-providers": { id: "o1", type: "github" },
  "/user-api-keys": key,
  "/team-api-keys": { ...key, type: "team", team_id: "t1" },
  "/team-invitations": { id: "i1", expires_at_millis: 0 },
  "/users": zoe,
};

function respond(path: string, method: string): object {
  const item = lists[path];
  if (item && method === "GET") return { items: [item], pagination: { next_cursor: null } };
  if (item) return path === "/oauth-providers" || !path.endsWith("api-keys") ? item : { ...item, value: "secret" };
  if (path === "/users/me" || path === "/users/u1") return zoe;
  if (path === "/teams/t1") return team;
  if (path === "/projects/current" || path === "/internal/projects/current") return { id: "p1", config };
  return { success: true, items: [] };
}

/** Reads views as components do. Returns a function that names those that a write has read again. */
async function watch(app: GatehouseClientApp, views: Readonly<Record<string, Pick<QueryObserverOptions, "queryKey">>>) {
  const client = queryClientOf(app);
  const observers = Object.entries(views).map(([name, view]) => {
    const observer = new QueryObserver(client, view as QueryObserverOptions);
    return { name, observer, stop: observer.subscribe(() => undefined) };
  });
  const stops = [refreshAfterWrites(app, client), ...observers.map(({ stop }) => stop)];
  const counts = () => Object.values(views).map(({ queryKey }) => client.getQueryState(queryKey)?.dataUpdateCount ?? 0);
  while (observers.some(({ observer }) => observer.getCurrentResult().isPending)) {
    await vi.advanceTimersByTimeAsync(100);
  }
  for (const { name, observer } of observers) expect([name, observer.getCurrentResult().error]).toEqual([name, null]);

  return async function refreshedBy(write: () => Promise<unknown>): Promise<string[]> {
    const before = counts();
    await settle(write());
    const after = counts();
    for (const stop of stops) stop();
    return Object.keys(views).filter((_, index) => (after[index] ?? 0) > (before[index] ?? 0));
  };
}

async function clientSide() {
  const app = appsRespondingWith(respond).clientApp();
  const user = await settle(app.getUser({ or: "throw" }));
  const [ownTeam] = await settle(user.listTeams());
  if (!ownTeam) throw new Error("no team");
  const refreshedBy = await watch(app, {
    user: userOptions(app),
    channels: viewOf(user, user.listContactChannels),
    categories: viewOf(user, user.listNotificationCategories),
    links: viewOf(user, user.listOAuthProviders),
    teams: viewOf(user, user.listTeams),
    profile: viewOf(user, user.getTeamProfile, ownTeam),
    invitations: viewOf(ownTeam, ownTeam.listInvitations),
    keys: apiKeyOptions(user),
    "team keys": apiKeyOptions(ownTeam),
    project: projectOptions(app),
  });
  return { app, user, team: ownTeam, refreshedBy };
}

type Client = Awaited<ReturnType<typeof clientSide>>;
const callbackUrl = "https://shop.example/join";
const newChannel = { type: "email", value: "z@example.com", usedForAuth: false } as const;
const newKey = { description: "CI", expiresAt: null };
const first = async <T>(list: Promise<T[]>): Promise<T> => {
  const [item] = await list;
  if (item === undefined) throw new Error("nothing listed");
  return item;
};

describe("in a client app", () => {
  it.for<[write: string, run: (client: Client) => Promise<unknown>, ...views: string[]]>([
    ["a user's change", ({ user }) => user.update({ displayName: "Z" }), "user"],
    ["a first password", ({ user }) => user.setPassword({ password: "correct" }), "user"],
    ["another password", ({ user }) => user.updatePassword({ oldPassword: "a", newPassword: "b" }), "user"],
    ["a new team, which is selected", ({ user }) => user.createTeam({ displayName: "Makers" }), "teams", "user"],
    ["a team's change", ({ team: own }) => own.update({ displayName: "M" }), "teams"],
    ["a team's deletion", ({ team: own }) => own.delete(), "teams"],
    ["a membership's end", ({ user, team: own }) => user.leaveTeam(own), "teams"],
    ["an invitation", ({ team: own }) => own.inviteUser({ email: "b@example.com", callbackUrl }), "invitations"],
    ["its revocation", async ({ team: own }) => (await first(own.listInvitations())).revoke(), "invitations"],
    [
      "a change of one's profile in a team",
      async ({ user, team: own }) => (await user.getTeamProfile(own)).update({ displayName: "Z" }),
      "profile",
    ],
    ["a new address", ({ user }) => user.createContactChannel(newChannel), "channels"],
    [
      "an address's change",
      async ({ user }) => (await first(user.listContactChannels())).update({ usedForAuth: true }),
      "channels",
    ],
    ["its removal", async ({ user }) => (await first(user.listContactChannels())).delete(), "channels"],
    ["a verified address", ({ app }) => app.verifyEmail("code"), "channels", "user"],
    [
      "a switched notification",
      async ({ user }) => (await first(user.listNotificationCategories())).setEnabled(false),
      "categories",
    ],
    [
      "a link's change",
      async ({ user }) => (await first(user.listOAuthProviders())).update({ allowSignIn: false }),
      "links",
    ],
    ["its removal", async ({ user }) => (await first(user.listOAuthProviders())).delete(), "links"],
    ["a user's new API key", ({ user }) => user.createApiKey(newKey), "keys"],
    ["its change", async ({ user }) => (await first(user.listApiKeys())).update({ description: "D" }), "keys"],
    ["its revocation", async ({ user }) => (await first(user.listApiKeys())).revoke(), "keys"],
    ["a team's new API key", ({ team: own }) => own.createApiKey(newKey), "team keys"],
  ])("%s is shown before its promise settles", async ([, run, ...views]) => {
    const client = await clientSide();
    expect(await client.refreshedBy(() => run(client))).toEqual(expect.arrayContaining(views));
  });

  it("what a write does not touch is not read again", async () => {
    const { user, refreshedBy } = await clientSide();
    expect(await refreshedBy(() => user.update({ displayName: "Z" }))).toEqual(["user", "profile"]);
  });
});

async function serverSide() {
  const app = appsRespondingWith(respond).adminApp();
  const user = await settle(app.getUser("u1"));
  const ownTeam = await settle(app.getTeam("t1"));
  if (!user || !ownTeam) throw new Error("no user, or no team");
  const refreshedBy = await watch(app, {
    "current user": userOptions(app),
    user: userByIdOptions(app, "u1"),
    users: viewOf(app, app.listUsers),
    channels: viewOf(user, user.listContactChannels),
    links: viewOf(user, user.listOAuthProviders),
    teams: viewOf(app, app.listTeams),
    members: viewOf(ownTeam, ownTeam.listUsers),
    invitations: viewOf(ownTeam, ownTeam.listInvitations),
    granted: viewOf(user, ...heldPermissions([ownTeam, { recursive: false }])),
    held: viewOf(user, ...heldPermissions([ownTeam])),
    project: projectOptions(app),
    "project keys": viewOf(app, internalApiKeys.listInternalApiKeys),
    "user's item": viewOf(user, user.getItem, "points"),
    "team's item": viewOf(ownTeam, ownTeam.getItem, "seats"),
    item: viewOf(app, app.getItem, company),
    usage: viewOf(app, app.getItemUsage, { ...company, from: new Date(0) }),
    transactions: viewOf(app, payments.listTransactions),
    "Stripe account": viewOf(app, payments.getStripeAccountInfo),
  });
  return { app, user, team: ownTeam, refreshedBy };
}

type Server = Awaited<ReturnType<typeof serverSide>>;
const company = { customCustomerId: "c1", itemId: "credits" };
const everyItem = ["user's item", "team's item", "item", "usage", "transactions"];
const everyUser = ["current user", "user", "users", "channels", "links"];
const newLink = {
  userId: "u1",
  providerConfigId: "github",
  accountId: "1",
  email: "zoe@example.com",
  allowSignIn: true,
  allowConnectedAccounts: true,
};

describe("in a server or an admin app", () => {
  it.for<[write: string, run: (server: Server) => Promise<unknown>, ...views: string[]]>([
    ["a new user", ({ app }) => app.createUser({ displayName: "Ben" }), ...everyUser],
    ["a user's change", ({ user }) => user.update({ primaryEmail: "z@example.com" }), ...everyUser],
    ["a user's deletion", ({ user }) => user.delete(), ...everyUser],
    ["a new team", ({ app }) => app.createTeam({ displayName: "Makers" }), "teams"],
    ["a team's change", ({ team: own }) => own.update({ displayName: "M" }), "teams"],
    ["a team's deletion", ({ team: own }) => own.delete(), "teams"],
    ["an invitation", ({ team: own }) => own.inviteUser({ email: "b@example.com", callbackUrl }), "invitations"],
    ["a new address", ({ user }) => user.createContactChannel(newChannel), "channels", "user"],
    ["a new link with a provider", ({ app }) => app.createOAuthProvider(newLink), "links"],
    ["a new member", ({ team: own }) => own.addUser("u2"), "members"],
    ["a removed member", ({ team: own }) => own.removeUser("u2"), "members"],
    ["a granted permission", ({ user, team: own }) => user.grantPermission(own, "read"), "granted", "held"],
    ["a revoked permission", ({ user, team: own }) => user.revokePermission(own, "read"), "granted", "held"],
    ["more of an item", async ({ app }) => (await app.getItem(company)).increaseQuantity(1), ...everyItem],
    ["less of a user's item", async ({ user }) => (await user.getItem("points")).decreaseQuantity(1), ...everyItem],
    [
      "less of a team's item",
      async ({ team: own }) => (await own.getItem("seats")).tryDecreaseQuantity(1),
      ...everyItem,
    ],
    ["a gift", ({ app }) => app.createItemQuantityChange({ ...company, quantity: 1 }), ...everyItem],
    ["a test purchase", ({ app }) => app.testModePurchase({ fullCode: "c", priceId: "once" }), ...everyItem],
    ["the set-up of payments", ({ app }) => app.setupPayments(), "Stripe account"],
    ["a project's change", async ({ app }) => (await app.getProject()).update({ displayName: "P" }), "project"],
  ])("%s is shown before its promise settles", async ([, run, ...views]) => {
    const server = await serverSide();
    expect(await server.refreshedBy(() => run(server))).toEqual(expect.arrayContaining(views));
  });
});
