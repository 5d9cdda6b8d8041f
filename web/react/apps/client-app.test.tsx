import { type ReactNode, Suspense } from "react";
import { renderToReadableStream } from "react-dom/server";
import { describe, it } from "vitest";
import type { GetUserOptions } from "../../kit/app/app";
import { realHost } from "../../kit/host/host";
import { useUser } from "../hooks/use-user";
import { useTeams } from "../hooks/user-hooks";
import { GatehouseProvider } from "../provider/gatehouse-provider";
import { accessToken } from "../testing/responding-apps";
import { GatehouseClientApp } from "./client-app";

const team = { id: "t1", display_name: "Makers", profile_image_url: null };
const responses: Record<string, object> = {
  "/api/v1/users/me": { id: "u1", display_name: "Zoe", oauth_providers: [], selected_team: team, is_anonymous: false },
  "/api/v1/teams": { items: [team] },
  "/api/v1/team-member-profiles": { items: [{ user_id: "u2", display_name: "Ben", profile_image_url: null }] },
  "/api/v1/payments/items/user/u1/points": { display_name: "Points", quantity: 3 },
  "/api/v1/payments/items/team/t1/seats": { display_name: "Seats", quantity: 4 },
  "/api/v1/payments/items/custom/c1/credits": { display_name: "Credits", quantity: -1 },
  "/api/v1/team-permissions": { items: [{ id: "$read_members" }] },
};

/** An app of a signed-in user; `tokenStore` replaces their tokens. */
function appOf(tokenStore: GetUserOptions["tokenStore"] = { accessToken, refreshToken: "r1" }) {
  return new GatehouseClientApp(
    { baseUrl: "https://api.example.com", projectId: "p1", publishableClientKey: "pck_test", tokenStore },
    { ...realHost, fetch: async (input) => Response.json(responses[new URL(String(input)).pathname]) },
  );
}

/** Returns what components within the app's provider render, once everything is loaded; `errors` gets what they throw. */
async function show(app: GatehouseClientApp, content: ReactNode, errors: string[] = []): Promise<string> {
  const stream = await renderToReadableStream(
    <GatehouseProvider app={app}>
      <Suspense>{content}</Suspense>
    </GatehouseProvider>,
    { onError: (error) => void errors.push(String((error as Error).message)) },
  );
  await stream.allReady;
  return (await new Response(stream).text()).replaceAll(/<!--.*?-->/g, "");
}

describe("GatehouseClientApp for React", () => {
  it("returns users and teams that have hooks, which suspend", async ({ expect }) => {
    const app = appOf();
    function Members() {
      const user = app.useUser({ or: "throw" });
      const [first] = user.useTeams();
      const names = first?.useUsers().map(({ teamProfile }) => teamProfile.displayName);
      return `${user.displayName}: ${first?.displayName} has ${names}; ${user.usePermissions({ id: "t1" })[0]?.id}`;
    }
    expect(await show(app, <Members />)).toContain("Zoe: Makers has Ben; $read_members");
  });

  it("returns the items of the user, their teams and any customer", async ({ expect }) => {
    const app = appOf();
    function Items() {
      const user = app.useUser({ or: "throw" });
      const credits = app.useItem({ customCustomerId: "c1", itemId: "credits" });
      const items = [user.useItem("points"), user.selectedTeam?.useItem("seats"), credits];
      return items.map((item) => `${item?.displayName} ${item?.quantity}`).join();
    }
    expect(await show(app, <Items />)).toContain("Points 3,Seats 4,Credits -1");
  });

  it("returns items of any customer without a token store", async ({ expect }) => {
    const app = appOf(null);
    const item = { customCustomerId: "c1", itemId: "credits" };
    const seen: unknown[] = [];
    function Credits() {
      seen.push(app.useItem(item, { suspense: false }));
      return `${app.useItem(item).quantity} credits`;
    }
    expect(await show(app, <Credits />)).toContain("-1 credits");
    expect(seen[0]).toEqual({ data: undefined, error: null, isPending: true });
  });

  it("returns them from methods as well", async ({ expect }) => {
    const user = await appOf().getUser({ or: "throw" });
    expect(user.useTeams).toBeTypeOf("function");
    expect(user.selectedTeam?.useInvitations).toBeTypeOf("function");
    expect((await user.listTeams())[0]?.useApiKeys).toBeTypeOf("function");
  });

  it("reads the access token without a request", async ({ expect }) => {
    const app = appOf();
    const Name = () => app.usePartialUser({ from: "token" })?.displayName;
    expect(await show(app, <Name />)).toContain("Zoe");
  });
});

describe("useTeams", () => {
  it("returns the state of the request with suspense: false", async ({ expect }) => {
    const seen: unknown[] = [];
    function Teams() {
      seen.push(useTeams({ suspense: false }));
      return null;
    }
    await show(appOf(), <Teams />);
    expect(seen).toEqual([{ data: undefined, error: null, isPending: true }]);
  });

  it("throws without a user, or returns that as an error", async ({ expect }) => {
    const app = appOf({ accessToken: null, refreshToken: null });
    const states: (string | undefined)[] = [];
    function States() {
      // The user is read first, which takes no request here.
      useUser();
      states.push(useTeams({ suspense: false }).error?.message);
      return null;
    }
    const Throwing = () => useTeams().length;
    const thrown: string[] = [];
    await show(app, <States />);
    await show(app, <Throwing />, thrown);
    expect([states.at(-1), ...thrown]).toEqual(Array(2).fill("User is not signed in but useTeams was called"));
  });
});
