import { describe, it } from "vitest";
import { sharedGatehouse } from "../../scripts/testing/shared-gatehouse";
import { accessibilityProblems } from "./harness/accessibility";
import { openDomains } from "./harness/dashboard-sections";

const gatehouse = await sharedGatehouse();

describe("trusted domains", () => {
  it("are added and removed, and say at the field what cannot be one", async ({ expect }) => {
    const { page, project, owner } = await openDomains(gatehouse, /Failed to load resource/);
    const card = page.getByRole("region", { name: "Trusted domains" });
    const add = async (domain: string) => {
      await card.getByLabel("New domain").fill(domain);
      await card.locator("button[type=submit]:not([aria-busy])").click();
    };
    const stored = async () => {
      const current = (await owner.listOwnedProjects()).find(({ id }) => id === project.id);
      return { domains: current?.config.domains.map(({ domain }) => domain), local: current?.config.allowLocalhost };
    };
    await add("ftp://bakery.example");
    await card.getByText("Start the domain with https:// or http://, such as https://example.com.").waitFor();
    await add("https://bakery. example");
    await card.getByText("A domain has no spaces.").waitFor();
    await add("https://bakery.example/shop");
    await card.getByText("Leave out what follows the domain: https://bakery.example is enough.").waitFor();
    await add("https://a.*.*.*.*.*.example");
    await card.locator("[aria-invalid=true]").waitFor();
    await add("bakery.example");
    await card.getByRole("listitem").filter({ hasText: "https://bakery.example" }).waitFor();
    await add("https://*.bakery.example");
    await card.getByRole("listitem").filter({ hasText: "https://*.bakery.example" }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    expect(await stored()).toEqual({ domains: ["https://*.bakery.example", "https://bakery.example"], local: true });

    await card.getByRole("button", { name: "Remove https://bakery.example" }).click();
    await page
      .getByRole("dialog", { name: "Remove https://bakery.example?" })
      .getByRole("button", { name: "Remove", exact: true })
      .click();
    await card.getByText("https://bakery.example", { exact: true }).waitFor({ state: "detached" });
    await card.getByRole("switch", { name: "Allow localhost" }).click();
    await card.locator("[role=switch][aria-checked=false][aria-busy=false]").waitFor();
    expect(await stored()).toEqual({ domains: ["https://*.bakery.example"], local: false });
  });

  it("stay as others have left them meanwhile, but for the one that is added or removed", async ({ expect }) => {
    // Attack: someone whose domain was removed waits for an owner with an older page to change another one, and it is back.
    const { page, project, owner } = await openDomains(gatehouse);
    const card = page.getByRole("region", { name: "Trusted domains" });
    const entries = async (...names: string[]) => {
      for (const name of names)
        await card
          .getByRole("listitem")
          .filter({ hasText: `https://${name}` })
          .waitFor();
    };
    const current = async () => {
      const found = (await owner.listOwnedProjects()).find(({ id }) => id === project.id);
      if (!found) throw new Error("The project is gone.");
      return found;
    };
    const trust = async (...names: string[]) =>
      (await current()).update({
        config: { domains: names.map((name) => ({ domain: `https://${name}`, handlerPath: "/handler" })) },
      });
    const stored = async () => (await current()).config.domains.map(({ domain }) => domain);
    await trust("evil.example", "a.example");
    await page.reload();
    await entries("evil.example", "a.example");

    await trust("a.example", "b.example");
    await card.getByLabel("New domain").fill("https://c.example");
    await card.getByRole("button", { name: "Add domain" }).click();
    await entries("a.example", "b.example", "c.example");
    expect(await stored()).toEqual(["https://a.example", "https://b.example", "https://c.example"]);

    await trust("a.example", "d.example");
    await card.getByRole("button", { name: "Remove https://a.example" }).click();
    await page
      .getByRole("dialog", { name: "Remove https://a.example?" })
      .getByRole("button", { name: "Remove", exact: true })
      .click();
    await entries("d.example");
    expect(await stored()).toEqual(["https://d.example"]);
  });
});
