import { randomUUID } from "node:crypto";
import type { Route } from "playwright-core";
import { describe, it } from "vitest";
import { startProject } from "../kit/testing/project-under-test";
import { openPage, sharedBrowser } from "./harness/browser";
import { embedPage, embedTag, eventsOf, heading, signInForm, userButton } from "./harness/embed-page";
import { embedWebsites } from "./harness/embed-website";
import { servePlainPage } from "./harness/listen";

const suite = startProject({ clientTeamCreationEnabled: true });
const browser = await sharedBrowser();

const { website, open } = embedWebsites(suite, () => browser);

describe("a tag", () => {
  it("may stand after the elements, and twice: the second does nothing", async ({ expect }) => {
    const tag = embedTag(suite);
    const second = embedTag(suite, 'data-lang="de-DE"', "/embed.js?again");
    const page = await openPage(
      browser,
      await servePlainPage(embedPage("", `${signInForm}${tag}${second}${userButton}`)),
    );
    const loaded: string[] = [];
    page.on("request", (request) => {
      if (request.url().endsWith("/first.js")) loaded.push(request.url());
    });
    await page.goto("/");
    await heading(page).waitFor();
    await page.getByRole("button", { name: "Account menu" }).waitFor();
    await page.waitForLoadState("load");
    expect(loaded).toHaveLength(1);
  });

  it("may be added by a script, as may the elements", async () => {
    const page = await open("", { tag: "" });
    await page.evaluate((html) => {
      const parsed = new DOMParser().parseFromString(html, "text/html").querySelector("script");
      const script = document.createElement("script");
      for (const { name, value } of parsed?.attributes ?? []) script.setAttribute(name, value);
      document.head.append(script);
      document.body.insertAdjacentHTML("beforeend", "<gatehouse-sign-in></gatehouse-sign-in>");
    }, embedTag(suite));
    await heading(page).waitFor();
  });
});

describe("a tag that its developer has not set up right", () => {
  it.for([
    [
      "has a wrong project",
      (tag: string) => tag.replace(/project-id="[^"]+"/, `project-id="${randomUUID()}"`),
      "project",
    ],
    ["has no project", (tag: string) => tag.replace(/data-project-id="[^"]+"/, ""), "project"],
    ["has a wrong key", (tag: string) => tag.replace(/"pck_[^"]+"/, '"pck_wrong"'), "key"],
    ["has no key", (tag: string) => tag.replace(/data-publishable-client-key="[^"]+"/, ""), "key"],
  ] as const)(
    "%s: tells the visitor whom to tell, and the console what is wrong",
    async ([, change, what], { expect }) => {
      const tag = change(embedTag(suite));
      const printed: string[] = [];
      const page = await website(signInForm, { tag, tolerated: /^Gatehouse: |status of 40[01]/ });
      page.on("console", (message) => void (message.type() === "error" && printed.push(message.text())));
      await page.goto("/");
      const text = what === "key" ? "key is missing or not valid" : "project does not exist";
      await page.getByText(`This website’s ${text}. Please tell its owner.`).waitFor();
      expect(printed.join(" ")).toContain("Gatehouse: ");
    },
  );
});

describe("an element that is removed while a request is running", () => {
  it("leaves the others as they were, and no error", async ({ expect }) => {
    const page = await website(`${signInForm}<gatehouse-sign-up></gatehouse-sign-up>`);
    const held = Promise.withResolvers<Route>();
    await page.route("**/auth/password/sign-in", (route) =>
      route.request().method() === "OPTIONS" ? route.fallback() : held.resolve(route),
    );
    await page.goto("/");
    const form = page.locator("gatehouse-sign-in");
    await form.getByLabel("Email", { exact: true }).fill("unknown@example.com");
    await form.getByLabel("Password", { exact: true }).fill("wrong password");
    await form.getByRole("button", { name: "Sign in", exact: true }).click();
    const route = await held.promise;
    await page.evaluate(() => document.querySelector("gatehouse-sign-in")?.remove());
    const responded = page.waitForResponse("**/auth/password/sign-in");
    await route.fulfill({ status: 200, json: {}, headers: { "access-control-allow-origin": "*" } });
    await responded;
    await heading(page, "Create your account").waitFor();
    await expect.poll(() => page.locator("gatehouse-sign-up").getByRole("alert").count()).toBe(0);
    expect((await eventsOf(page)).map((event) => (event as [string])[0])).not.toContain("gatehouse-error");
  });

  it("is shown anew when it comes back", async ({ expect }) => {
    const page = await website(userButton);
    const held = Promise.withResolvers<Route>();
    await page.route("**/projects/current", (route) =>
      route.request().method() === "OPTIONS" ? route.fallback() : held.resolve(route),
    );
    await page.goto("/");
    const route = await held.promise;
    await page.evaluate(() => {
      const element = document.querySelector("gatehouse-user-button");
      Object.assign(globalThis, { removed: element });
      element?.remove();
    });
    await route.continue();
    await page.evaluate(() => document.body.append((globalThis as unknown as { removed: Element }).removed));
    await page.getByRole("button", { name: "Account menu" }).waitFor();
    await expect.poll(() => page.locator("gatehouse-user-button").count()).toBe(1);
  });
});
