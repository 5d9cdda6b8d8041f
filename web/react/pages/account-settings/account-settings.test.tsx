import { renderToReadableStream, renderToStaticMarkup } from "react-dom/server";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { ActiveSession } from "../../../kit";
import { GatehouseClientApp } from "../../../kit/apps/client-app";
import { realHost } from "../../../kit/host/host";
import { english } from "../../../ui/translation/translate";
import { accessToken } from "../../testing/responding-apps";
import { GatehouseHandler, type GatehouseHandlerProps } from "../handler";
import { formatSecret, isTotpOf, newTotpSecret, otpauthUri } from "./auth/totp";
import { countSignInMethods, getsCodes } from "./auth/use-sign-in-state";
import { SessionList, sessionFamilies } from "./sessions/sessions-section";
import { roleOf } from "./teams/team-members-card";
import { isOnlyManager } from "./teams/team-section";

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

const none = { hasPassword: false, passkeyAuthEnabled: false, otpAuthEnabled: false };
const every = { hasPassword: true, passkeyAuthEnabled: true, otpAuthEnabled: true };
const config = {
  credentialEnabled: true,
  passkeyEnabled: true,
  magicLinkEnabled: true,
  oauthProviders: [{ id: "google" }, { id: "github" }],
};
const google = { providerConfigId: "google", allowSignIn: true };

describe("countSignInMethods", () => {
  it.for([
    [none, [], 0],
    [{ ...none, passkeyAuthEnabled: true }, [], 1],
    [{ ...none, passkeyAuthEnabled: true, hasPassword: true }, [], 2],
    [every, [google, { providerConfigId: "github", allowSignIn: true }], 5],
    [none, [{ ...google, allowSignIn: false }], 0],
    [none, [{ providerConfigId: "gitlab", allowSignIn: true }], 0],
  ] as const)("of a user with %j and the links %j is %i", ([user, links, count], { expect }) => {
    expect(countSignInMethods(user, links, { config })).toBe(count);
  });

  it("leaves out what the project does not offer", ({ expect }) => {
    const offered = { ...config, credentialEnabled: false, magicLinkEnabled: false, oauthProviders: [] };
    expect(countSignInMethods(every, [google], { config: offered })).toBe(1);
  });
});

describe("getsCodes", () => {
  const verified = { isVerified: true, isProvenByEmailAlone: false };
  const alone = { isVerified: true, isProvenByEmailAlone: true };
  const unchosen = { otpAuthEnabled: false, otpAuthSwitchedOff: false };
  const chosen = { otpAuthEnabled: true, otpAuthSwitchedOff: false };
  const off = { otpAuthEnabled: false, otpAuthSwitchedOff: true };

  it.for([
    ["who never chose codes", unchosen, [verified], true, true],
    ["who switched codes off", off, [verified], true, false],
    ["who has nothing else, though they switched codes off", off, [verified], false, true],
    ["whose address its email alone has proven", unchosen, [alone], true, false],
    ["who has another address than that", unchosen, [alone, verified], true, true],
    ["who chose codes for that", chosen, [alone], true, true],
    ["who has nothing but that", unchosen, [alone], false, true],
    ["without a verified address", unchosen, [{ ...verified, isVerified: false }], false, false],
  ] as const)("of a user %s", ([, user, emails, hasOther, gets], { expect }) => {
    expect(getsCodes(user, emails, hasOther)).toBe(gets);
  });
});

describe("totp", () => {
  /** The secret of RFC 6238 appendix B, for SHA-1. */
  const secret = new TextEncoder().encode("12345678901234567890");

  afterEach(() => void vi.useRealTimers());

  describe("isTotpOf", () => {
    // RFC 6238 appendix B prints eight digits, of which six-digit values are the last six.
    it.each([
      [1_111_111_109, "081804", true],
      [1_111_111_109 + 30, "081804", true],
      [1_111_111_109 - 30, "081804", true],
      [1_111_111_109 + 61, "081804", false],
      [1_111_111_109 - 61, "081804", false],
      [1_111_111_109, "081805", false],
      [1_111_111_109, "", false],
      [1_111_111_109, "14081804", false],
    ])("at %d seconds, %j: %s", (seconds, code, isRight) => {
      vi.useFakeTimers({ toFake: ["Date"], now: seconds * 1_000 });
      expect(isTotpOf(secret, code)).toBe(isRight);
    });
  });

  describe("newTotpSecret", () => {
    it("has 20 random bytes", () => {
      const [one, other] = [newTotpSecret(), newTotpSecret()];
      expect(one).toHaveLength(20);
      expect(one).not.toEqual(other);
    });
  });

  describe("formatSecret", () => {
    it("is base 32 in groups of four", () => {
      expect(formatSecret(secret)).toBe("GEZD GNBV GY3T QOJQ GEZD GNBV GY3T QOJQ");
    });
  });

  describe("otpauthUri", () => {
    const uriOf = (issuer: string, account: string) => otpauthUri({ issuer, account, secret });
    const rest = "&algorithm=SHA1&digits=6&period=30";

    it("contains issuer, account and the secret in base 32", () => {
      expect(uriOf("Shop", "ada@example.com")).toBe(
        `otpauth://totp/Shop:ada%40example.com?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Shop${rest}`,
      );
    });

    it("encodes spaces and letters of any script", () => {
      const uri = uriOf("Café & Söhne", "zoë@example.com");
      expect(uri).toContain("otpauth://totp/Caf%C3%A9%20%26%20S%C3%B6hne:zo%C3%AB%40example.com?");
      expect(uri).toContain("&issuer=Caf%C3%A9%20%26%20S%C3%B6hne&");
      expect(uri).not.toContain("+");
    });

    // Attack: a project's name that says that the codes are another site's, or brings a secret of its own.
    it("encodes names so that they cannot add parameters", () => {
      const uri = new URL(uriOf("Bank:admin", "a?secret=AAAA&issuer=Evil#"));
      expect(uri.pathname.match(/:/g)).toHaveLength(1);
      expect(uri.searchParams.getAll("secret")).toEqual(["GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ"]);
      expect(uri.searchParams.getAll("issuer")).toEqual(["Bank admin"]);
      expect(uri.hash).toBe("");
    });
  });
});

const session = (id: string, familyId: string, minute: number, isCurrentSession = false): ActiveSession => ({
  id,
  userId: "u1",
  familyId,
  createdAt: new Date(0),
  isImpersonation: false,
  lastUsedAt: new Date(minute * 60_000),
  isCurrentSession,
  geoInfo: undefined,
  browserInfo: undefined,
});
const shown = (...sessions: ActiveSession[]) => sessionFamilies(sessions).map(({ id }) => id);

describe("sessionFamilies", () => {
  it("shows a session that is part of no family", ({ expect }) => {
    expect(shown(session("s1", "s1", 1), session("s2", "s2", 2))).toEqual(["s1", "s2"]);
  });

  it("shows the one of a family that was used last", ({ expect }) => {
    expect(shown(session("root", "root", 3), session("shop", "root", 5), session("blog", "root", 4))).toEqual(["shop"]);
  });

  it("shows the family of this browser as the current session, which no button ends", ({ expect }) => {
    expect(shown(session("root", "root", 9), session("shop", "root", 5, true), session("blog", "root", 7))).toEqual([
      "shop",
    ]);
  });
});

describe("SessionList", () => {
  const session: ActiveSession = {
    id: "7a0d2f8e-7d57-4b42-8a0a-5f2b4d0a9c31",
    familyId: "7a0d2f8e-7d57-4b42-8a0a-5f2b4d0a9c31",
    userId: "3f0c1fb4-5a5e-4f5e-9b8b-0f6f6a3c2d11",
    createdAt: new Date(),
    isImpersonation: false,
    lastUsedAt: undefined,
    isCurrentSession: false,
    geoInfo: undefined,
    browserInfo: undefined,
  };

  const show = (...sessions: ActiveSession[]) =>
    renderToStaticMarkup(<SessionList sessions={sessions} onEnd={() => undefined} />);

  describe("SessionList", () => {
    it("shows which facts are unknown", ({ expect }) => {
      const html = show(session);
      for (const words of ["Unknown browser", "Unknown place", "Sign out"]) expect(html).toContain(words);
      expect(html).not.toContain("last used");
    });

    it("shows browser and system, place and address", ({ expect }) => {
      const html = show({
        ...session,
        geoInfo: { ip: "2001:db8::1", cityName: "Lyon", countryCode: "FR" },
        browserInfo: { browser: "Firefox", system: "Android", device: "mobile" },
      });
      expect(html).toContain("Firefox on Android");
      expect(html).toContain("lucide-smartphone");
      expect(html).toContain("Lyon, France, 2001:db8::1");
    });

    it("names the browser or the system where the other is unknown", ({ expect }) => {
      const browserInfo = { browser: null, system: "Linux", device: null };
      expect(show({ ...session, browserInfo })).toContain(">Linux<");
    });

    it("has the current session first, with no button that ends it", ({ expect }) => {
      const browserInfo = { browser: "Chrome", system: "macOS", device: "desktop" } as const;
      const html = show(session, { ...session, id: "s2", isCurrentSession: true, browserInfo });
      expect(html.indexOf("Chrome on macOS")).toBeLessThan(html.indexOf("Unknown browser"));
      expect(html).toContain("This browser");
      expect(html.match(/<button/g)).toHaveLength(1);
    });
  });
});

const [ada, bob, eve] = [
  { id: "ada", managesTeam: true },
  { id: "bob", managesTeam: true },
  { id: "eve", managesTeam: false },
];

describe("isOnlyManager", () => {
  it.for([
    ["one who manages the team beside members who do not", ada, [eve, ada], true],
    ["one who is alone in it", ada, [ada], true],
    ["one of two who manage it", ada, [ada, bob, eve], false],
    ["a member who does not manage it", eve, [ada, eve], false],
    ["a member of a team that nobody manages", eve, [eve], false],
  ] as const)("of %s", ([_, user, members, isOnly], { expect }) => {
    expect(isOnlyManager(user, members)).toBe(isOnly);
  });
});

describe("roleOf", () => {
  it.for([
    [["team_admin"], "Admin"],
    [["team_member"], "Member"],
    [["billing_manager", "team_member"], "Billing manager, Member"],
    [["$invite_members", "team_member"], "Member, invites members"],
    [["$read_members", "$remove_members"], "Sees the members, removes members"],
    [["sales:lead"], "Sales lead"],
    [["__"], "__"],
    [[], "No role"],
  ] as const)("%j is %s", ([permissionIds, role], { expect }) => {
    expect(roleOf(permissionIds, english)).toBe(role);
  });
});
