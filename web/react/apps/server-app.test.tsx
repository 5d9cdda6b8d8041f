import { describe, it } from "vitest";
import { stackAppInternals } from "../../kit/app/internals";
import { realHost } from "../../kit/host/host";
import { accessToken } from "../testing/responding-apps";
import { show } from "../testing/show";
import { GatehouseAdminApp } from "./admin-app";
import { GatehouseClientApp } from "./client-app";
import { GatehouseServerApp } from "./server-hooks";

const team = { id: "t1", display_name: "Makers", profile_image_url: null };
const user = { display_name: "Zoe", oauth_providers: [], selected_team: team, is_anonymous: false };
const keySet = { id: "k1", description: "Development", created_at_millis: 0, expires_at_millis: 0 };
const project = { id: "p1", display_name: "Shop", created_at_millis: 0 };
const projectConfig = { oauth_providers: [], domains: [], email_config: { type: "shared" }, appearance: {} };
const emailSend = { id: "s1", subject: "News", finished_at_millis: null, counts: {} };

const responses: Record<string, object> = {
  "/users/me": { ...user, id: "me" },
  "/users/u1": { ...user, id: "u1" },
  "/users": { items: [{ ...user, id: "u1" }], pagination: { next_cursor: "more" } },
  "/teams": { items: [team] },
  "/teams/t1": team,
  "/team-member-profiles": {
    items: [{ user_id: "u1", display_name: "Z", profile_image_url: null, user: { ...user, id: "u1" } }],
  },
  "/team-permissions": { items: [{ id: "$read_members" }] },
  "/contact-channels": { items: [{ id: "c1", value: "zoe@example.com" }] },
  "/user-api-keys/check": { user_id: "u1" },
  "/internal/projects/current": { ...project, config: projectConfig },
  "/internal/projects/current/production-mode-errors": { errors: [{ message: "no HTTPS", relative_fix_url: "/" }] },
  "/internal/config": { config_string: '{"auth":{"allowSignUp":true}}' },
  "/internal/api-keys": { items: [keySet] },
  "/team-permission-definitions": { items: [{ id: "team_read", contained_permission_ids: [] }] },
  "/internal/email-themes": { themes: [{ id: "t1", display_name: "Light" }] },
  "/internal/email-themes/t1": { display_name: "Light", tsx_source: "theme" },
  "/internal/email-templates": { templates: [{ id: "m1", display_name: "Welcome", tsx_source: "template" }] },
  "/internal/email-drafts": { drafts: [{ id: "d1", display_name: "News", tsx_source: "draft", sent_at_millis: null }] },
  "/emails/render-email": { html: "preview" },
  "/internal/emails": { items: [{ id: "e1", subject: "Hello", to: ["zoe@example.com"], sent_at_millis: 0 }] },
  "/internal/emails/sends": { items: [emailSend] },
  "/internal/emails/sends/s1": emailSend,
  "/internal/emails/sends/s1/recipients": {
    items: [{ user_id: "u1", status: "failed" }],
    pagination: { next_cursor: "u2" },
  },
  "/internal/audit-events": { items: [{ id: "e1", type: "user.signed_in" }], pagination: { next_cursor: "e2" } },
  "/internal/metrics": { total_users: 7 },
  "/payments/items/user/u1/points": { display_name: "Points", quantity: -2 },
  "/payments/items/team/t1/seats": { display_name: "Seats", quantity: 4 },
  "/payments/items/custom/c1/credits": { display_name: "Credits", quantity: 6 },
  "/payments/items/custom/c1/credits/usage": { items: [{ at_millis: 0, quantity: 6, added: 9, removed: 3 }] },
  "/internal/payments/transactions": { transactions: [{ id: "t1", type: "one_time" }], next_cursor: "5_t1" },
  "/internal/payments/stripe/account-info": { account_id: "acct_1", charges_enabled: true },
  "/webhooks/svix-token": { token: "appsk_1" },
  "/project-permission-definitions": { items: [{ id: "project_read", contained_permission_ids: [] }] },
};

/** The settings of an app of each tier, and a host that handles its requests; `log` has their tiers and paths. */
function setting(log: string[] = []) {
  const options = {
    baseUrl: "https://api.example.com",
    projectId: "p1",
    publishableClientKey: "pck_test",
    secretServerKey: "ssk_test",
    superSecretAdminKey: "sak_test",
    tokenStore: { accessToken, refreshToken: "r1" },
  };
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const path = new URL(String(input)).pathname.replace("/api/v1", "");
    log.push(`${new Headers(init?.headers).get("x-stack-access-type")} ${path}`);
    const response = responses[path];
    if (response) return Response.json(response);
    const code = "USER_NOT_FOUND";
    return Response.json({ code, error: code }, { status: 404, headers: { "x-stack-known-error": code } });
  };
  return [options, { ...realHost, fetch }] as const;
}

describe("GatehouseServerApp for React", () => {
  it("returns any user by id and by API key, and null where there is none", async ({ expect }) => {
    const app = new GatehouseServerApp(...setting());
    const Names = () =>
      [app.useUser("u1"), app.useUserById("u1"), app.useUser({ apiKey: "key" }), app.useUser("u2")]
        .map((found) => found?.id ?? "none")
        .join();
    expect(await show(app, <Names />)).toContain("u1,u1,u1,none");
  });

  it("returns the signed-in user, at the server tier", async ({ expect }) => {
    const log: string[] = [];
    const app = new GatehouseServerApp(...setting(log));
    const Name = () => app.useUser({ or: "throw" }).id;
    expect(await show(app, <Name />)).toContain("me");
    expect(log).toEqual(["server /users/me"]);
  });

  it("lists pages of users with their cursor, and asks for anonymous ones where requested", async ({ expect }) => {
    const log: string[] = [];
    const [options, host] = setting();
    const fetch: typeof globalThis.fetch = (input, init) => {
      log.push(new URL(String(input)).search);
      return host.fetch(input, init);
    };
    const app = new GatehouseServerApp(options, { ...host, fetch });
    function Users() {
      const page = app.useUsers({ limit: 1, includeAnonymous: true });
      return `${page[0]?.displayName} then ${page.nextCursor}`;
    }
    expect(await show(app, <Users />)).toContain("Zoe then more");
    expect(log).toEqual(["?limit=1&include_anonymous=true"]);
  });

  it("returns users and teams that have hooks of their own", async ({ expect }) => {
    const app = new GatehouseServerApp(...setting());
    function Members() {
      const [first] = app.useTeams();
      const found = app.useTeam("t1");
      const [member] = found?.useUsers() ?? [];
      const addresses = member?.useContactChannels().map(({ value }) => value);
      const permission = member?.usePermission({ id: "t1" }, "$read_members");
      return `${first?.displayName}: ${member?.teamProfile.displayName} ${addresses} ${permission?.id}`;
    }
    expect(await show(app, <Members />)).toContain("Makers: Z zoe@example.com $read_members");
  });

  it("returns the items of users, teams and any customer, at the server tier, and their usage", async ({ expect }) => {
    const log: string[] = [];
    const app = new GatehouseServerApp(...setting(log));
    const company = { customCustomerId: "c1", itemId: "credits" };
    function Items() {
      const items = [app.useUser("u1")?.useItem("points"), app.useTeam("t1")?.useItem("seats"), app.useItem(company)];
      const [usage] = app.useItemUsage({ ...company, from: new Date(0) });
      const quantities = items.map((item) => `${item?.displayName} ${item?.quantity} ${item?.nonNegativeQuantity}`);
      return `${quantities} ${usage?.added}-${usage?.removed} ${typeof items[2]?.tryDecreaseQuantity}`;
    }
    expect(await show(app, <Items />)).toContain("Points -2 0,Seats 4 4,Credits 6 6 9-3 function");
    expect(log.filter((line) => !line.startsWith("server "))).toEqual([]);
  });

  it("returns the state of each request with suspense: false", async ({ expect }) => {
    const app = new GatehouseServerApp(...setting());
    const [member] = await app.listUsers();
    if (!member) throw new Error("no users");
    const seen: object[] = [];
    const States = () => {
      const notWaiting = { suspense: false } as const;
      seen.push(app.useUser("u1", notWaiting), app.useUsers(notWaiting), app.useTeams(notWaiting));
      seen.push(app.useTeam("t1", notWaiting), app.useUser(notWaiting), app.useProject(notWaiting));
      seen.push(member.useTeams(notWaiting), member.useTeam("t1", notWaiting), member.useApiKeys(notWaiting));
      seen.push(member.usePermissions({ id: "t1" }, notWaiting), member.usePermission("read", notWaiting));
      seen.push(member.useConnectedAccount("github", notWaiting), member.useOAuthProvider("l1", notWaiting));
      seen.push(member.useItem("points", notWaiting), app.useItem({ teamId: "t1", itemId: "seats" }, notWaiting));
      return null;
    };
    await show(app, <States />);
    expect(seen).toEqual(Array(15).fill({ data: undefined, error: null, isPending: true }));
  });

  it("shares no view with an app of another tier of the same project", async ({ expect }) => {
    // Attack: a page that renders with both apps. The server's view of the signed-in user has the server metadata, and must
    // not be what the client app's hooks return.
    const log: string[] = [];
    const server = new GatehouseServerApp(...setting(log));
    const [{ secretServerKey: _, superSecretAdminKey: __, ...options }, host] = setting(log);
    const client = new GatehouseClientApp(options, host);
    function Both() {
      const users = [server.useUser({ or: "throw" }), client.useUser({ or: "throw" })];
      return users.map((each) => "serverMetadata" in each).join();
    }
    expect(await show(client, <Both />)).toContain("true,false");
    expect(log).toEqual(["server /users/me", "client /users/me"]);
  });
});

describe("GatehouseAdminApp for React", () => {
  it("returns the project with hooks, its keys and its permission definitions", async ({ expect }) => {
    const app = new GatehouseAdminApp(...setting());
    function Project() {
      const current = app.useProject();
      const [error] = current.useProductionModeErrors();
      const [key] = app.useInternalApiKeys();
      const definitions = [app.useTeamPermissionDefinitions(), app.useProjectPermissionDefinitions()];
      const ids = definitions.flat().map(({ id }) => id);
      return `${current.displayName} ${JSON.stringify(current.useConfig().auth)} ${error?.message} ${key?.id} ${ids}`;
    }
    const html = (await show(app, <Project />)).replaceAll("&quot;", '"');
    expect(html).toContain('Shop {"allowSignUp":true} no HTTPS k1 team_read,project_read');
  });

  it("returns the themes, templates, drafts and previews of emails, and the log", async ({ expect }) => {
    const app = new GatehouseAdminApp(...setting());
    function Emails() {
      const [themes, templates] = [app.useEmailThemes(), app.useEmailTemplates()];
      const [[draft], [sent]] = [app.useEmailDrafts(), app.useSentEmails()];
      const source = app.useEmailTheme(themes[0]?.id ?? "").tsxSource;
      const preview = app.useEmailPreview({ templateId: "m1", themeId: "t1" });
      return [
        themes[0]?.displayName,
        source,
        templates[0]?.tsxSource,
        draft?.displayName,
        preview,
        sent?.recipient,
      ].join();
    }
    expect(await show(app, <Emails />)).toContain("Light,theme,template,News,preview,zoe@example.com");
  });

  it("returns bulk emails, pages of their recipients and of the audit log", async ({ expect }) => {
    const log: string[] = [];
    const [options, host] = setting();
    const fetch: typeof globalThis.fetch = (input, init) => {
      log.push(new URL(String(input)).search);
      return host.fetch(input, init);
    };
    const app = new GatehouseAdminApp(options, { ...host, fetch });
    function Sends() {
      const id = app.useEmailSends()[0]?.id ?? "";
      const recipients = app.useEmailRecipients(id, { status: "failed" });
      const events = app.useAuditEvents({ type: "user.signed_in", since: new Date(1) });
      return [
        app.useEmailSend(id).subject,
        recipients[0]?.userId,
        recipients.nextCursor,
        events[0]?.type,
        events.nextCursor,
      ].join();
    }
    expect(await show(app, <Sends />)).toContain("News,u1,u2,user.signed_in,e2");
    expect(log.filter(Boolean).toSorted()).toEqual(["?status=failed", "?type=user.signed_in&since_millis=1"]);
  });

  it("returns pages of transactions, and how far the account at Stripe is", async ({ expect }) => {
    const app = new GatehouseAdminApp(...setting());
    function Payments() {
      const { transactions, nextCursor } = app.useTransactions({ type: "one_time", limit: 1 });
      return [transactions[0]?.type, nextCursor, app.useStripeAccountInfo()?.account_id].join();
    }
    expect(await show(app, <Payments />)).toContain("one_time,5_t1,acct_1");
  });

  it("returns the metrics, also to code for the reference, and a token for webhooks", async ({ expect }) => {
    const app = new GatehouseAdminApp(...setting());
    function Numbers() {
      const internals = app[stackAppInternals].useMetrics(true);
      return [app.useMetrics().total_users, internals.total_users, app.useSvixToken()].join();
    }
    expect(await show(app, <Numbers />)).toContain("7,7,appsk_1");
  });

  it("returns the state of each request with suspense: false", async ({ expect }) => {
    const app = new GatehouseAdminApp(...setting());
    const seen: object[] = [];
    const States = () => {
      const notWaiting = { suspense: false } as const;
      seen.push(app.useEmailThemes(notWaiting), app.useEmailTheme("t1", notWaiting), app.useEmailTemplates(notWaiting));
      seen.push(app.useEmailDrafts(notWaiting), app.useEmailPreview({ templateId: "m1", ...notWaiting }));
      seen.push(app.useSentEmails(notWaiting), app.useMetrics(notWaiting), app.useSvixToken(notWaiting));
      seen.push(app.useEmailSends(notWaiting), app.useEmailSend("s1", notWaiting), app.useAuditEvents(notWaiting));
      seen.push(app.useEmailRecipients("s1", notWaiting));
      seen.push(app.useTransactions(notWaiting), app.useStripeAccountInfo(notWaiting));
      return null;
    };
    await show(app, <States />);
    expect(seen).toEqual(Array(14).fill({ data: undefined, error: null, isPending: true }));
  });

  it("has the hooks of the server app", async ({ expect }) => {
    const app = new GatehouseAdminApp(...setting());
    const Name = () => app.useUser("u1")?.useTeams()[0]?.displayName;
    expect(await show(app, <Name />)).toContain("Makers");
  });
});
