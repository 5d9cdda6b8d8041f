import { renderToReadableStream } from "react-dom/server";
import { describe, it } from "vitest";
import { GatehouseClientApp } from "../../../kit/apps/client-app";
import { realHost } from "../../../kit/host/host";
import { accessToken } from "../../testing/responding-apps";
import { GatehouseHandler, type GatehouseHandlerProps } from "../handler";

const appearance = { accent_color: null, terms_url: null, privacy_url: null };
const responses: Record<string, object> = {
  "/api/v1/auth/password/sign-in": { access_token: accessToken, refresh_token: "r1" },
  "/api/v1/users/me": {
    id: "u1",
    display_name: "Zoe",
    primary_email: "zoe@example.com",
    profile_image_url: null,
    oauth_providers: [],
    selected_team: null,
    is_anonymous: false,
  },
  "/api/v1/projects/current": {
    id: "p1",
    display_name: "Corner Shop",
    config: { enabled_oauth_providers: [], appearance },
  },
  "/api/v1/teams": { items: [] },
};

/** The account settings of a signed-in user, as HTML once everything in it is loaded; `given` replaces responses. */
async function show(
  componentProps: GatehouseHandlerProps["componentProps"] = {},
  given: Record<string, object> = {},
): Promise<string> {
  const all = { ...responses, ...given };
  const app = new GatehouseClientApp(
    { baseUrl: "https://api.example.com", projectId: "p1", publishableClientKey: "pck_test", tokenStore: "memory" },
    { ...realHost, fetch: async (input) => Response.json(all[new URL(String(input)).pathname]) },
  );
  await app.signInWithCredential({ email: "zoe@example.com", password: "correct horse", noRedirect: true });
  const location = "/handler/account-settings";
  const page = <GatehouseHandler app={app} location={location} componentProps={componentProps} fullPage />;
  const stream = await renderToReadableStream(page);
  await stream.allReady;
  return (await new Response(stream).text()).replaceAll("<!-- -->", "");
}

function sectionsOf(html: string): (string | undefined)[] {
  return [...html.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id);
}

describe("AccountSettings", () => {
  it("opens at the profile, and lists every section", async ({ expect }) => {
    const html = await show();
    expect(html).toContain(">Account settings</h1>");
    expect(html).toContain(">Display name</label>");
    expect(sectionsOf(html)).toEqual(["profile", "auth", "notifications", "sessions", "settings"]);
    expect(html).not.toContain("Teams");
  });

  it("lists API keys and team creation where the project enables them, and the user's teams always", async ({
    expect,
  }) => {
    const teams = {
      items: [
        { id: "t1", display_name: "Bakers" },
        { id: "t2", display_name: "Grocers" },
      ],
    };
    const config = {
      allow_user_api_keys: true,
      client_team_creation_enabled: true,
      enabled_oauth_providers: [],
      appearance,
    };
    const project = { id: "p1", display_name: "Corner Shop", config };
    const extraItems = [{ id: "orders", title: "Orders", content: "Nothing ordered." }];
    const html = await show(
      { "account-settings": { extraItems } },
      { "/api/v1/teams": teams, "/api/v1/projects/current": project },
    );
    expect(sectionsOf(html)).toEqual([
      "profile",
      "auth",
      "notifications",
      "sessions",
      "api-keys",
      "settings",
      "orders",
      "team-t1",
      "team-t2",
      "team-creation",
    ]);
    expect(html).toMatch(/Orders.*>Teams<.*Bakers.*Grocers.*Create a team/s);
    expect(sectionsOf(await show({}, { "/api/v1/teams": teams })).slice(-3)).toEqual([
      "settings",
      "team-t1",
      "team-t2",
    ]);
  });

  it("lists billing where the project sells to users, and only there", async ({ expect }) => {
    const selling = async (customer_types: string[]) => {
      const config = { enabled_oauth_providers: [], appearance, customer_types };
      const project = { id: "p1", display_name: "Corner Shop", config };
      return sectionsOf(await show({}, { "/api/v1/projects/current": project }));
    };
    expect(await selling(["team", "user"])).toContain("billing");
    expect(await selling(["team", "custom"])).not.toContain("billing");
  });

  it("lists the sections of the website after the built-in ones, each with its icon", async ({ expect }) => {
    const extraItems = [
      { id: "orders", title: "Orders", iconName: "Bell", content: "Nothing ordered." },
      { id: "points", title: "Points", icon: <b>★</b>, content: "None yet." },
    ] as const;
    const html = await show({ "account-settings": { extraItems } });
    expect(sectionsOf(html).slice(-2)).toEqual(["orders", "points"]);
    expect(html).toMatch(/href="#orders".*lucide-bell.*Orders.*href="#points".*<b>★<\/b>.*Points/s);
    expect(html).not.toContain("Nothing ordered.");
  });
});
