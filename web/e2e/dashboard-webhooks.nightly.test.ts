import { describe, it } from "vitest";
import { sharedGatehouse } from "../../scripts/testing/shared-gatehouse";
import { accessibilityProblems } from "./harness/accessibility";
import { card } from "./harness/locators";
import { addEndpoint, openWebhooks } from "./harness/webhooks";

const gatehouse = await sharedGatehouse();

describe("the webhooks of a project", () => {
  it("show the latest response to a test event: that to the retry of a refused one, which was not sent by hand", async ({
    expect,
  }) => {
    const { page, receiver } = await openWebhooks(gatehouse);
    await page.getByText("No endpoints yet").waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    receiver.respondWith(500);
    await addEndpoint(page, receiver.url);
    await page.getByRole("button", { name: "Send test event" }).click();
    await receiver.received(1);
    // The retry after five seconds has its response once the page has shown the first one; the next is minutes later.
    const responded = Promise.withResolvers<number>();
    receiver.respondWith(responded.promise);
    const result = page.getByRole("region", { name: "Response to the test event" });
    await result.getByText("500").waitFor();
    responded.resolve(200);
    await result.getByText("thanks").waitFor();
    await card(page, "Attempts").getByRole("listitem").nth(1).waitFor();
    await card(page, "Attempts").getByRole("link").first().click();
    await page.getByRole("dialog").getByText("thanks").waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await expect.poll(() => card(page, "Attempts").getByText("Sent by hand").count()).toBe(1);
  });

  it("are changed, disabled and deleted, each shown as code", async ({ expect }) => {
    const { page, receiver } = await openWebhooks(gatehouse);
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
    const { page, receiver } = await openWebhooks(gatehouse);
    await page.getByRole("button", { name: "Add endpoint" }).first().click();
    await expect.poll(() => new URL(page.url()).searchParams.get("create")).toBe("true");
    await page.reload();
    const dialog = page.getByRole("dialog", { name: "Add an endpoint" });
    await dialog.getByRole("textbox", { name: "Address" }).fill("ftp://example.com/files");
    await dialog.getByRole("button", { name: "Add endpoint" }).click();
    await dialog.getByText("Enter an address that begins with https://.").waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
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
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByRole("button", { name: `Enable ${receiver.url}` }).click();
    await card(page, "Endpoints").getByText("Enabled").waitFor();
  });

  it("are sent what they missed, and show it by type, which the address keeps", async ({ expect }) => {
    const { page, project, receiver } = await openWebhooks(gatehouse);
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
});
