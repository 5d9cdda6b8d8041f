import { describe, it } from "vitest";
import { newAddress } from "../../scripts/testing/accounts";
import type { GatehouseClientApp } from "../kit";
import { signUp } from "../kit/testing/project-under-test";
import { sharedBrowser } from "./harness/browser";
import { eventsOf, heading } from "./harness/embed-page";
import {
  emailedLink,
  embedWebsites,
  eventNames,
  fillPassword,
  nextEvent,
  place,
  signedIn,
  startWithEveryMethod,
} from "./harness/embed-website";
import { plugIn, virtualAuthenticators } from "./harness/virtual-authenticators";

const suite = startWithEveryMethod();
const browser = await sharedBrowser();

const { website, openSignedIn } = embedWebsites(suite, () => browser);

describe("a website with the tag signs its users in", () => {
  it("with a provider, and gets them back on the page that they came from", async ({ expect }) => {
    const email = newAddress("ada");
    const page = await website("<gatehouse-sign-in></gatehouse-sign-in>");
    await page.goto("/basket?item=3");
    await page.getByRole("button", { name: "Continue with Google" }).click();
    await page.getByLabel("E-mail", { exact: true }).fill(email);
    await page.getByRole("button", { name: "Continue" }).click();
    await signedIn(page, email).waitFor();
    expect(place(page)).toBe("/basket?item=3");
    await expect.poll(() => eventNames(page)).toContain("gatehouse-sign-up");
  });

  it("and is told, on the page that asked, that a sign-in with a provider was cancelled", async ({ expect }) => {
    const page = await website("<gatehouse-sign-in></gatehouse-sign-in>");
    await page.goto("/basket?item=3");
    await page.getByRole("button", { name: "Continue with Google" }).click();
    await page.getByRole("button", { name: "Cancel" }).click();
    await page.getByRole("alert").getByText("The sign-in was cancelled").waitFor();
    expect(place(page)).toBe("/basket?item=3");
    const failure = { message: expect.any(String), code: "OAUTH_PROVIDER_ACCESS_DENIED" };
    await expect.poll(() => eventsOf(page)).toContainEqual(["gatehouse-error", "document", failure]);
    await page.getByRole("button", { name: "Continue with Google" }).waitFor();
  });

  it("with the link of an email, which leads back to the website and works once", async ({ expect }) => {
    const email = newAddress("link");
    const page = await website("<gatehouse-sign-in></gatehouse-sign-in><gatehouse-sign-up></gatehouse-sign-up>", {
      tolerated: /status of (400|409)/,
    });
    await page.goto("/basket?item=3");
    const form = page.locator("gatehouse-sign-in");
    await form.getByLabel("Email", { exact: true }).fill(email);
    await form.getByRole("button", { name: "Send email" }).click();
    await page.getByLabel("Code from the email").waitFor();
    const link = await emailedLink(suite.gatehouse, email);
    expect(new URL(link).origin).toBe(new URL(page.url()).origin);

    await page.goto(link);
    await heading(page, "Sign in?").waitFor();
    // What it brought is not left where other scripts and sites read it.
    expect(place(page)).toBe("/basket?item=3");
    await expect.poll(() => heading(page, "Create your account").count()).toBe(1);
    await page.getByRole("button", { name: "Sign in", exact: true }).first().click();
    await signedIn(page, email).first().waitFor();
    await expect.poll(() => eventNames(page)).toContain("gatehouse-sign-up");
    await page.getByRole("button", { name: "Sign out" }).first().click();
    await heading(page, "Sign in").waitFor();

    await page.goto(link);
    await heading(page, "This sign-in link was already used").waitFor();
  });

  it("with a passkey, by its button or from the autofill of the address", async ({ expect }) => {
    const { page, email } = await openSignedIn("<gatehouse-sign-in></gatehouse-sign-in>");
    await signedIn(page, email).waitFor();
    const authenticators = await virtualAuthenticators(page);
    await plugIn(authenticators);
    const status = await page.evaluate(async () => {
      const user = await (globalThis as unknown as { gatehouse: { app: GatehouseClientApp } }).gatehouse.app.getUser({
        or: "throw",
      });
      return (await user.registerPasskey()).status;
    });
    expect(status).toBe("ok");
    // Virtual authenticators choose a passkey as soon as the autofill offers it.
    const autofilled = nextEvent(page, "gatehouse-sign-in");
    await page.getByRole("button", { name: "Sign out" }).click();
    expect(await autofilled).toMatchObject({ target: "gatehouse-sign-in" });
    await signedIn(page, email).waitFor();

    await page.addInitScript(() => Reflect.deleteProperty(PublicKeyCredential, "isConditionalMediationAvailable"));
    await page.goto("/");
    await page.getByRole("button", { name: "Sign out" }).click();
    await page.getByRole("button", { name: "Continue with a passkey" }).click();
    await signedIn(page, email).waitFor();
  });

  it("on the hosted pages, where it shows no sign-in of its own", async ({ expect }) => {
    const { email } = await signUp(suite.project.clientApp());
    const page = await website("<gatehouse-user-button></gatehouse-user-button>");
    await page.goto("/basket?item=3");
    await page.getByRole("button", { name: "Account menu" }).click();
    await page.getByRole("menuitem", { name: "Sign in" }).click();
    await page.waitForURL(`${suite.gatehouse.webUrl}/handler/sign-in?**`);
    await fillPassword(page, email);
    await page.waitForURL("**/basket?item=3");
    await page.getByRole("button", { name: "Account menu" }).click();
    await page.getByText(email).first().waitFor();
    await expect.poll(() => eventNames(page)).toContain("gatehouse-sign-in");
    expect(place(page)).toBe("/basket?item=3");
  });
});
