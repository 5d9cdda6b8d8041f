import type { Page } from "playwright-core";
import { Webhook } from "svix";
import { describe, it } from "vitest";
import { newOwner } from "../../scripts/testing/official-client";
import { sharedGatehouse } from "../../scripts/testing/shared-gatehouse";
import { accessibilityProblems } from "./harness/accessibility";
import { sharedBrowser } from "./harness/browser";
import { visitSignedIn } from "./harness/visit-signed-in";
import { startWebhookServer } from "./harness/webhook-server";

const browser = await sharedBrowser();
const gatehouse = await sharedGatehouse();

async function openWebhooks(tolerated?: RegExp) {
  const receiver = await startWebhookServer();
  const owner = await newOwner(gatehouse);
  const project = await owner.createProject({ displayName: "Acme", teamId: owner.selectedTeam?.id ?? "" });
  const page = await visitSignedIn(browser, gatehouse, owner, `/projects/${project.id}/webhooks`, tolerated);
  await page.getByRole("heading", { level: 1, name: "Webhooks" }).waitFor();
  return { page, project, receiver };
}

async function addEndpoint(page: Page, address: string, events: readonly string[] = []) {
  await page.getByRole("button", { name: "Add endpoint" }).first().click();
  const dialog = page.getByRole("dialog", { name: "Add an endpoint" });
  await dialog.getByRole("textbox", { name: "Address" }).fill(address);
  if (events.length > 0) await dialog.getByRole("checkbox", { name: "All events" }).uncheck();
  for (const name of events) await dialog.getByRole("checkbox", { name: new RegExp(`^${name}`) }).check();
  await dialog.getByRole("button", { name: "Add endpoint" }).click();
}

const card = (page: Page, name: string) => page.getByRole("region", { name, exact: true });

async function isFineOnAPhone(page: Page) {
  await page.setViewportSize({ width: 390, height: 844 });
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  const problems = await accessibilityProblems(page);
  await page.setViewportSize({ width: 1280, height: 800 });
  return { width, problems };
}

const fine = { width: 390, problems: [] };

describe("the webhooks of a project", () => {
  it("begin with an endpoint, which gets a signed test event whose attempt is shown", async ({ expect }) => {
    const { page, project, receiver } = await openWebhooks();
    await page.getByText("No endpoints yet").waitFor();
    expect(await isFineOnAPhone(page)).toEqual(fine);
    await addEndpoint(page, receiver.url, ["user.created", "team.created"]);
    await page.getByRole("button", { name: "Send test event" }).waitFor();
    await card(page, "Send a test event").getByRole("combobox", { name: "Event" }).selectOption("team.created");
    await page.getByRole("button", { name: "Send test event" }).click();
    const delivery = (await receiver.received(1)).at(-1);
    expect(JSON.parse(delivery?.body ?? "")).toMatchObject({
      type: "team.created",
      data: { display_name: "Analysts" },
    });
    await page.getByRole("button", { name: "Show the secret" }).click();
    const secret = await card(page, "Signing secret")
      .getByText(/^whsec_/)
      .textContent();
    const headers = delivery?.headers as Record<string, string>;
    new Webhook(secret ?? "").verify(delivery?.body ?? "", headers);
    const result = page.getByRole("region", { name: "Response to the test event" });
    await result.getByText("thanks").waitFor();
    await result.getByText("200").waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await card(page, "Attempts").getByRole("link", { name: "team.created" }).click();
    const attempt = page.getByRole("dialog", { name: "team.created" });
    await attempt.getByText("thanks").waitFor();
    await attempt.getByText('"display_name": "Analysts"').waitFor();
    // The address alone opens it again.
    await page.reload();
    await attempt.getByText("thanks").waitFor();
    await page.emulateMedia({ colorScheme: "dark" });
    expect(await accessibilityProblems(page)).toEqual([]);
    await attempt.getByRole("button", { name: "Send again" }).click();
    await receiver.received(2);
    await attempt.waitFor({ state: "detached" });
    expect(await isFineOnAPhone(page)).toEqual(fine);
    await page.emulateMedia({ colorScheme: "light" });
    expect(await accessibilityProblems(page)).toEqual([]);
    // What happens in the project is sent as well, and only what was chosen.
    await project.app.createUser({ displayName: "Ada Lovelace" });
    expect(JSON.parse((await receiver.received(3)).at(-1)?.body ?? "")).toMatchObject({ type: "user.created" });
  });

  it("show the latest response to a test event: that to the retry of a refused one, which was not sent by hand", async ({
    expect,
  }) => {
    const { page, receiver } = await openWebhooks();
    receiver.respondWith(500);
    await addEndpoint(page, receiver.url);
    await page.getByRole("button", { name: "Send test event" }).click();
    await receiver.received(1);
    // The retry after five seconds has its response once the page has shown the first one; the next is minutes later.
    const answered = Promise.withResolvers<number>();
    receiver.respondWith(answered.promise);
    const result = page.getByRole("region", { name: "Response to the test event" });
    await result.getByText("500").waitFor();
    answered.resolve(200);
    await result.getByText("thanks").waitFor();
    await card(page, "Attempts").getByRole("listitem").nth(1).waitFor();
    await expect.poll(() => card(page, "Attempts").getByText("Sent by hand").count()).toBe(1);
  });

  it("are changed, disabled and deleted, each shown as code", async ({ expect }) => {
    const { page, receiver } = await openWebhooks();
    await addEndpoint(page, receiver.url);
    const form = card(page, "Settings of the endpoint");
    await form.getByRole("textbox", { name: "Description (optional)" }).fill("Customer records");
    await page.getByRole("navigation", { name: "Sections" }).getByRole("link", { name: "Overview" }).click();
    const question = page.getByRole("dialog", { name: "Leave without saving?" });
    await question.getByRole("button", { name: "Stay" }).click();
    await form.getByRole("button", { name: "Save changes" }).click();
    await page.getByRole("heading", { level: 1, name: "Customer records" }).waitFor();
    await page.getByRole("button", { name: "Show as code" }).click();
    const code = page.getByRole("dialog", { name: "Change an endpoint" });
    await code.getByText("svix.endpoint.patch(projectId").waitFor();
    await code.getByRole("button", { name: "Done" }).click();
    await page.getByRole("button", { name: "Disable", exact: true }).click();
    await page.getByText("The endpoint is disabled: nothing is sent to it.", { exact: false }).waitFor();
    await expect.poll(() => page.getByRole("button", { name: "Send test event" }).isDisabled()).toBe(true);
    await page.getByRole("button", { name: "Rotate the secret" }).click();
    const rotation = page.getByRole("dialog", { name: "Rotate the secret?" });
    await rotation.getByRole("button", { name: "Rotate the secret" }).click();
    await card(page, "Signing secret")
      .getByText(/^whsec_/)
      .waitFor();
    await page.getByRole("button", { name: "Delete endpoint" }).click();
    const deletion = page.getByRole("dialog", { name: /^Delete the endpoint/ });
    await deletion.getByRole("button", { name: "Delete endpoint" }).click();
    await page.getByText("No endpoints yet").waitFor();
  });

  it("are disabled and enabled in the list, and chosen by groups of events", async ({ expect }) => {
    const { page, receiver } = await openWebhooks();
    await page.getByRole("button", { name: "Add endpoint" }).first().click();
    await expect.poll(() => new URL(page.url()).searchParams.get("create")).toBe("true");
    await page.reload();
    const dialog = page.getByRole("dialog", { name: "Add an endpoint" });
    await dialog.getByRole("textbox", { name: "Address" }).fill(receiver.url);
    await dialog.getByRole("checkbox", { name: "All events" }).uncheck();
    await dialog.getByRole("searchbox", { name: "Search events" }).fill("balance");
    await dialog
      .getByRole("group", { name: "Items" })
      .getByRole("checkbox", { name: /^item.low_balance/ })
      .check();
    await dialog.getByRole("group", { name: "Users" }).waitFor({ state: "detached" });
    await dialog.getByText('"threshold"').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Add endpoint" }).click();
    await page.getByRole("link", { name: "Webhooks" }).first().click();
    await page.getByText("1 type of event").waitFor();
    await page.getByRole("button", { name: `Disable ${receiver.url}` }).click();
    await card(page, "Endpoints").getByText("Disabled").waitFor();
    expect(await isFineOnAPhone(page)).toEqual(fine);
    await page.getByRole("button", { name: `Enable ${receiver.url}` }).click();
    await card(page, "Endpoints").getByText("Enabled").waitFor();
  });

  it("are sent what they missed, and show it by type, which the address keeps", async ({ expect }) => {
    const { page, project, receiver } = await openWebhooks();
    // Events are kept from the first endpoint on.
    await addEndpoint(page, receiver.url, ["project_permission.created"]);
    await page.getByRole("button", { name: "Send test event" }).waitFor();
    await project.app.createUser({ displayName: "Ada Lovelace" });
    await project.app.createTeam({ displayName: "Analysts" });
    await page.getByRole("link", { name: "Webhooks" }).first().click();
    await addEndpoint(page, receiver.url);
    await page.getByRole("button", { name: "Send missing events" }).click();
    await page.reload();
    const missing = page.getByRole("dialog", { name: "Send missing events" });
    await missing.getByRole("combobox", { name: "Events of" }).selectOption("Since a date");
    await missing.getByRole("button", { name: "Send", exact: true }).click();
    await missing.getByText("Enter a date and time that have passed.").waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    const yesterday = new Date(Date.now() - 24 * 60 * 60 * 1000).toISOString().slice(0, 16);
    await missing.getByLabel("Since").fill(yesterday);
    await missing.getByRole("button", { name: "Send", exact: true }).click();
    await missing.waitFor({ state: "detached" });
    const types = (await receiver.received(2)).map(({ body }) => JSON.parse(body).type);
    expect(types.toSorted()).toEqual(["team.created", "user.created"]);
    const attempts = card(page, "Attempts");
    await attempts.getByRole("combobox", { name: "Event" }).selectOption("team.created");
    // What was sent appears by itself.
    await attempts.getByRole("link", { name: "team.created" }).waitFor();
    // The numbers above are those of the attempts below.
    const stats = page.getByRole("term").filter({ hasText: "Accepted" }).locator("xpath=..");
    await stats.getByText("2", { exact: true }).waitFor();
    await expect.poll(() => attempts.getByRole("link", { name: "user.created" }).count()).toBe(0);
    await expect.poll(() => new URL(page.url()).searchParams.get("type")).toBe("team.created");
    await attempts.getByRole("combobox", { name: "Event" }).selectOption("user.deleted");
    await attempts.getByText("No attempt matches.").waitFor();
    await page.getByRole("button", { name: "Resend failed events" }).click();
    const failed = page.getByRole("dialog", { name: "Resend failed events" });
    await failed.getByRole("button", { name: "Send", exact: true }).click();
    await failed.waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Show as code" }).click();
    await page.getByText("svix.endpoint.recover(projectId", { exact: false }).waitFor();
  });

  it("422: refuse an address that is no website's, with what was typed kept", async ({ expect }) => {
    const { page } = await openWebhooks(/Failed to load resource/);
    await addEndpoint(page, "ftp://example.com/files");
    const dialog = page.getByRole("dialog", { name: "Add an endpoint" });
    await dialog.getByText("Enter an address that begins with https://.").waitFor();
    await dialog.getByRole("textbox", { name: "Address" }).fill("https://user:secret@example.com/");
    await dialog.getByRole("button", { name: "Add endpoint" }).click();
    await dialog.getByText(/^The address /).waitFor();
    await expect.poll(() => dialog.getByRole("textbox", { name: "Address" }).inputValue()).toContain("user:secret");
    expect(await accessibilityProblems(page)).toEqual([]);
  });

  it("404: an endpoint of another project is not found", async () => {
    // Attack: an owner opens the page of an endpoint of another project by its address.
    const mine = await openWebhooks();
    await addEndpoint(mine.page, mine.receiver.url);
    await mine.page.getByRole("button", { name: "Send test event" }).waitFor();
    const endpointId = new URL(mine.page.url()).pathname.split("/").at(-1);
    const { page, project } = await openWebhooks(/Failed to load resource/);
    await page.goto(`/projects/${project.id}/webhooks/${endpointId}`);
    await page.getByText("Endpoint not found").waitFor();
  });
});
