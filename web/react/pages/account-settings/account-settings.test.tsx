import { renderToReadableStream } from "react-dom/server";
import { describe, it } from "vitest";
import { GatehouseClientApp } from "../../../kit/apps/client-app";
import { realHost } from "../../../kit/host";
import { GatehouseHandler, type GatehouseHandlerProps } from "../../handler";

const encode = (part: object) => btoa(JSON.stringify(part)).replace(/=+$/, "");

/** Read by the kit for its claims; the signature is the server's matter. */
const accessToken = `${encode({ alg: "ES256" })}.${encode({ sub: "u1", exp: 4_000_000_000 })}.signature`;

const answers: Record<string, object> = {
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
  "/api/v1/projects/current": { id: "p1", display_name: "Corner Shop", config: { enabled_oauth_providers: [] } },
};

/** The account settings of a signed-in user, as HTML once everything in it is loaded. */
async function show(componentProps: GatehouseHandlerProps["componentProps"] = {}): Promise<string> {
  const app = new GatehouseClientApp(
    { baseUrl: "https://api.example.com", projectId: "p1", publishableClientKey: "pck_test", tokenStore: "memory" },
    { ...realHost, fetch: async (input) => Response.json(answers[new URL(String(input)).pathname]) },
  );
  await app.signInWithCredential({ email: "zoe@example.com", password: "correct horse", noRedirect: true });
  const location = "/handler/account-settings";
  const page = <GatehouseHandler app={app} location={location} componentProps={componentProps} fullPage />;
  const stream = await renderToReadableStream(page);
  await stream.allReady;
  return (await new Response(stream).text()).replaceAll("<!-- -->", "");
}

describe("AccountSettings", () => {
  it("opens at the profile, and lists every section", async ({ expect }) => {
    const html = await show();
    expect(html).toContain(">Account settings</h1>");
    expect(html).toContain('value="Zoe"');
    const sections = [...html.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id);
    expect(sections).toEqual(["profile", "auth", "sessions", "settings"]);
  });

  it("lists the sections of the website after its own, each with its icon", async ({ expect }) => {
    const extraItems = [
      { id: "orders", title: "Orders", iconName: "Bell", content: "Nothing ordered." },
      { id: "points", title: "Points", icon: <b>★</b>, content: "None yet." },
    ] as const;
    const html = await show({ "account-settings": { extraItems } });
    expect([...html.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id).slice(-2)).toEqual(["orders", "points"]);
    expect(html).toMatch(/href="#orders".*lucide-bell.*Orders.*href="#points".*<b>★<\/b>.*Points/s);
    expect(html).not.toContain("Nothing ordered.");
  });
});
