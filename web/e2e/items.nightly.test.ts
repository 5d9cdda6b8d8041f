import type { IncomingMessage } from "node:http";
import type { Page } from "playwright-core";
import { beforeAll, describe, it } from "vitest";
import { signUp, startProject } from "../kit/testing/project-under-test";
import { openPage, sharedBrowser } from "./harness/browser";
import { serveServerRenderedSite } from "./harness/server-rendered-site";

const suite = startProject({ clientTeamCreationEnabled: true });
const browser = await sharedBrowser();

beforeAll(async () => {
  await (await suite.project.adminApp().getProject()).updateConfig({
    "payments.items.points": { displayName: "Points", customerType: "user" },
    "payments.items.seats": { displayName: "Seats", customerType: "team" },
    "payments.clientItemReads": "own",
  });
});

/** A user with 5 points, in a team with 2 seats, and the backend that gives more. */
async function newMember() {
  const { user, email } = await signUp(suite.project.clientApp());
  const team = await user.createTeam({ displayName: "Makers" });
  const server = suite.project.serverApp();
  const points = await server.getItem({ userId: user.id, itemId: "points" });
  await points.increaseQuantity(5);
  await (await server.getItem({ teamId: team.id, itemId: "seats" })).increaseQuantity(2);
  return { user, email, points };
}

/** A server that renders with the session of the request. */
const readsRequest = ({ headers }: IncomingMessage) => ({
  tokenStore: { headers: { get: (name: string) => headers[name] ?? null } },
});

/** Does as when the tab of a purchase is closed, and this one is seen again. */
async function returnTo(page: Page): Promise<void> {
  await page.evaluate(() => window.dispatchEvent(new Event("visibilitychange")));
}

describe("an item in a component", () => {
  it("is the user's and the team's, rendered on a server, and read again on return", async ({ expect }) => {
    const { user, points } = await newMember();
    const { refreshToken } = await user.currentSession.getTokens();
    const options = { ...suite.project.options, tokenStore: "cookie" };
    const url = await serveServerRenderedSite({ page: "ownItems", options }, readsRequest);
    const page = await openPage(browser, url);
    const cookie = { name: `stack-refresh-${options.projectId}`, value: refreshToken ?? "", url };
    await page.context().addCookies([cookie]);
    const sent = await page.goto("/");
    expect((await sent?.text())?.replaceAll("<!-- -->", "")).toContain("5 points, 2 seats");
    await page.locator("[data-hydrated=true]", { hasText: "5 points, 2 seats" }).waitFor();
    await points.increaseQuantity(7);
    await returnTo(page);
    await page.getByText("12 points, 2 seats").waitFor();
  });

  it("is read again when a user signs in who may see it", async () => {
    const { user, email } = await newMember();
    const options = { ...suite.project.options, tokenStore: "cookie", userId: user.id, email };
    const page = await openPage(browser, await serveServerRenderedSite({ page: "itemOfUser", options }, readsRequest));
    await page.goto("/");
    await page.getByText("no points").waitFor();
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByText("5 points").waitFor();
  });
});
