import { Webhook } from "svix";
import { describe, it } from "vitest";
import { sharedGatehouse } from "../../scripts/testing/shared-gatehouse";
import { accessibilityProblems } from "./harness/accessibility";
import { card } from "./harness/locators";
import { addEndpoint, openWebhooks } from "./harness/webhooks";

const gatehouse = await sharedGatehouse();

describe("the webhooks of a project", () => {
  it("begin with an endpoint at the address of a website, which gets a signed test event whose attempt is shown, in this project alone", async ({
    expect,
  }) => {
    const { page, project, receiver } = await openWebhooks(gatehouse, /Failed to load resource/);
    await page.getByText("No endpoints yet").waitFor();
    await addEndpoint(page, "ftp://example.com/files", ["user.created", "team.created"]);
    const form = page.getByRole("dialog", { name: "Add an endpoint" });
    await form.getByText("Enter an address that begins with https://.").waitFor();
    const address = form.getByRole("textbox", { name: "Address" });
    await address.fill("https://user:secret@example.com/");
    await form.getByRole("button", { name: "Add endpoint" }).click();
    await form.getByText(/^The address /).waitFor();
    await expect.poll(() => address.inputValue()).toContain("user:secret");
    await address.fill(receiver.url);
    await form.getByRole("button", { name: "Add endpoint" }).click();
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
    await attempt.getByRole("button", { name: "Send again" }).click();
    await receiver.received(2);
    await attempt.waitFor({ state: "detached" });
    // What happens in the project is sent as well, and only what was chosen.
    await project.app.createUser({ displayName: "Ada Lovelace" });
    expect(JSON.parse((await receiver.received(3)).at(-1)?.body ?? "")).toMatchObject({ type: "user.created" });
    // Attack: another owner opens the page of the endpoint by its address, in a project of theirs.
    const endpointId = new URL(page.url()).pathname.split("/").at(-1);
    const other = await openWebhooks(gatehouse, /Failed to load resource/);
    await other.page.goto(`/projects/${other.project.id}/webhooks/${endpointId}`);
    await other.page.getByText("Endpoint not found").waitFor();
  });
});
