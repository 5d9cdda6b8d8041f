import { describe, it, onTestFinished } from "vitest";
import { newAddress } from "../../scripts/testing/accounts";
import { newOwner } from "../../scripts/testing/official-client";
import { sharedGatehouse } from "../../scripts/testing/shared-gatehouse";
import { accessibilityProblems } from "./harness/accessibility";
import { sharedBrowser, visitSignedIn } from "./harness/browser";
import { fillSignUp, sitePages } from "./harness/handler-pages";
import { heading } from "./harness/locators";
import { configureSite, overrideSite } from "./harness/site-project";

const browser = await sharedBrowser();
const gatehouse = await sharedGatehouse();
const { visit } = sitePages({ browser, gatehouse });

/** Changes the site's own project for one test. */
async function configureForTest(config: { sign_up_enabled?: boolean; credential_enabled?: boolean }): Promise<void> {
  onTestFinished(() => configureSite(gatehouse, { sign_up_enabled: true, credential_enabled: true }));
  await configureSite(gatehouse, config);
}

describe("the sign-in page", () => {
  it("shows what is missing before it sends a request, accessibly", async ({ expect }) => {
    const page = await visit("/handler/sign-in");
    await heading(page, "Sign in").waitFor();
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await page.getByText("Enter your email address.").waitFor();
    await page.getByText("Enter your password.").waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
  });

  it("redirects a user who is already signed in", async ({ expect }) => {
    const page = await visitSignedIn(browser, gatehouse, await newOwner(gatehouse), "/handler/sign-in");
    await heading(page, "Projects").waitFor();
    await expect.poll(() => new URL(page.url()).pathname).toBe("/projects");
  });
});

describe("the sign-up page", () => {
  it("shows what is wrong before it sends a request: no address, too short", async ({ expect }) => {
    const page = await visit("/handler/sign-up");
    const requests: string[] = [];
    page.on("request", (request) => {
      if (request.method() === "POST") requests.push(request.url());
    });
    await fillSignUp(page, "not-an-address", "short");
    await page.getByText("Enter a valid email address, such as name@example.com.").waitFor();
    await page.getByText("Use at least 8 characters.").waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    expect(requests).toEqual([]);
  });

  it("shows while a password is typed whether it meets the rule, and how strong it is", async ({ expect }) => {
    const page = await visit("/handler/sign-up");
    await page.getByLabel("Email", { exact: true }).fill("ada.lovelace@example.com");
    const field = page.getByLabel("Password", { exact: true });
    const strength = page.getByRole("meter", { name: "Password strength" });
    const rule = page.getByText("At least 8 characters");
    const shown = async (password: string) => {
      await field.fill(password);
      return [await strength.getAttribute("aria-valuetext"), await rule.textContent()];
    };
    expect(await shown("k7#Zq2")).toEqual(["Weak", "At least 8 characters"]);
    expect(await shown("sunshine12")).toEqual(["Weak", "At least 8 characters: met"]);
    // The name in the address is what an attacker tries first.
    expect(await shown("ada.lovelace1")).toEqual(["Weak", "At least 8 characters: met"]);
    expect(await shown("k7#Zq2wm")).toEqual(["Fair", "At least 8 characters: met"]);
    expect(await shown("xK9#mQ2vLp")).toEqual(["Good", "At least 8 characters: met"]);
    expect(await shown("correct horse battery")).toEqual(["Strong", "At least 8 characters: met"]);
    await expect.poll(() => page.getByRole("status").filter({ hasText: "Password strength: Strong" }).count()).toBe(1);
    expect(await accessibilityProblems(page)).toEqual([]);
    await field.fill("a".repeat(71));
    await page.getByText("At most 70 characters").waitFor();
  });

  it("400 SIGN_UP_NOT_ENABLED: shows a message in place of the form", async ({ expect }) => {
    await configureForTest({ sign_up_enabled: false });
    const page = await visit("/handler/sign-up");
    await heading(page, "Sign-up is closed").waitFor();
    await expect.poll(() => page.getByLabel("Email").count()).toBe(0);
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByRole("button", { name: "Sign in" }).click();
    await heading(page, "Sign in").waitFor();
    await expect.poll(() => page.getByRole("link", { name: "Create an account" }).count()).toBe(0);
  });

  it("400 PASSWORD_AUTHENTICATION_NOT_ENABLED: shows a message where no method is enabled", async ({ expect }) => {
    await configureForTest({ credential_enabled: false });
    for (const path of ["/handler/sign-in", "/handler/sign-up"]) {
      const page = await visit(path);
      await page.getByText("No authentication method enabled.").waitFor();
      if (path === "/handler/sign-in") expect(await accessibilityProblems(page)).toEqual([]);
    }
  });

  it("409 USER_EMAIL_ALREADY_EXISTS: shows that the address is taken, with a link to sign in", async ({ expect }) => {
    const page = await visit("/handler/sign-up");
    await fillSignUp(page, (await newOwner(gatehouse)).primaryEmail?.toUpperCase() ?? "");
    await page.getByText("There already is an account with this email address.").waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByRole("link", { name: "Sign in instead" }).click();
    await heading(page, "Sign in").waitFor();
  });

  it("creates an account, and redirects to the projects", async ({ expect }) => {
    const page = await visit("/handler/sign-up");
    await heading(page, "Create your account").waitFor();
    await fillSignUp(page, newAddress());
    await heading(page, "Projects").waitFor();
    await expect.poll(() => new URL(page.url()).pathname).toBe("/projects");
  });

  it("400 PASSWORD_REQUIREMENTS_NOT_MET: shows at the field why a password is refused, and takes another one", async ({
    expect,
  }) => {
    const page = await visit("/handler/sign-up");
    await fillSignUp(page, newAddress(), "password123");
    await page.getByText("This password is too common. Choose another one.").waitFor();
    const field = page.getByLabel("Password", { exact: true });
    await expect.poll(() => field.getAttribute("aria-invalid")).toBe("true");
    expect(await accessibilityProblems(page)).toEqual([]);
    await fillSignUp(page, newAddress());
    await heading(page, "Projects").waitFor();
  });
});

describe("the pages for signing in and up at 1280 by 800 pixels", () => {
  const setAppearance = (termsUrl: string | null, privacyUrl: string | null) =>
    overrideSite(gatehouse, { "appearance.termsUrl": termsUrl, "appearance.privacyUrl": privacyUrl });

  it.for([
    ["sign-in", "Sign in"],
    ["sign-up", "Create account"],
  ] as const)(
    "%s: shows its button without scrolling, and links to what the project has set",
    async ([path, button], { expect }) => {
      onTestFinished(async () => {
        await configureSite(gatehouse, { passkey_enabled: false });
        await setAppearance(null, null);
      });
      await configureSite(gatehouse, { passkey_enabled: true });
      await setAppearance("https://example.com/terms", "https://example.com/privacy");
      const page = await visit(`/handler/${path}`);
      await page.setViewportSize({ width: 1280, height: 800 });
      await page.getByRole("link", { name: "terms of service" }).waitFor();
      const submit = await page.getByRole("button", { name: button, exact: true }).boundingBox();
      expect((submit?.y ?? 0) + (submit?.height ?? Number.POSITIVE_INFINITY)).toBeLessThanOrEqual(800);
      const addressOf = (name: string) => page.getByRole("link", { name }).getAttribute("href");
      expect(await addressOf("terms of service")).toBe("https://example.com/terms");
      expect(await addressOf("privacy policy")).toBe("https://example.com/privacy");
      expect(await accessibilityProblems(page)).toEqual([]);
    },
  );
});

describe("the title of the document", () => {
  it.for([
    ["sign-in", "Sign in"],
    ["sign-up", "Create your account"],
    ["sign-out", "Sign out"],
    ["email-verification", "This verification link is not valid"],
    ["forgot-password", "Forgot your password?"],
    ["password-reset", "This reset link is not valid"],
    ["magic-link-callback", "This sign-in link is not valid"],
    ["team-invitation", "This invitation link is not valid"],
    ["cli-auth-confirm", "This link is not complete"],
    ["error", "Something went wrong"],
    ["no-such-page", "Page not found"],
  ])("of %s names page and product", async ([path, title], { expect }) => {
    const page = await visit(`/handler/${path}`);
    await expect.poll(() => page.title()).toBe(`${title} · Gatehouse`);
  });
});

describe("an unknown address", () => {
  it.for(["/handler/no-such-page", "/no-such-page"])(
    "%s shows a message with a button to the home page",
    async (path, { expect }) => {
      const page = await visit(path);
      await heading(page, "Page not found").waitFor();
      expect(await accessibilityProblems(page)).toEqual([]);
      await page.getByRole("button", { name: "Go home" }).click();
      await heading(page, "Authentication and user management for your app").waitFor();
    },
  );
});

describe("the error page", () => {
  it.for([
    ["", "Something went wrong"],
    ["?errorCode=NO_SUCH_CODE&message=Pay%20here", "Something went wrong"],
    [
      "?errorCode=OAUTH_CONNECTION_ALREADY_CONNECTED_TO_ANOTHER_USER&message=m&details={}",
      "The account could not be connected",
    ],
    [
      "?errorCode=USER_ALREADY_CONNECTED_TO_ANOTHER_OAUTH_CONNECTION&message=m&details={}",
      "The account could not be connected",
    ],
    ["?errorCode=OAUTH_PROVIDER_ACCESS_DENIED&message=m&details={}", "The sign-in was cancelled"],
    ["?errorCode=OAUTH_PROVIDER_NOT_FOUND_OR_NOT_ENABLED&message=m&details={}", "This provider cannot be used here"],
  ] as const)("shows %s as “%s”", async ([query, title], { expect }) => {
    const page = await visit(`/handler/error${query}`);
    await heading(page, title).waitFor();
    await expect.poll(() => page.getByText("Pay here").count()).toBe(0);
    const isSignIn = title === "The sign-in was cancelled" || title === "This provider cannot be used here";
    await page.getByRole("button", { name: isSignIn ? /^Sign in (again|another way)$/ : "Go home" }).click();
    await heading(page, isSignIn ? "Sign in" : "Authentication and user management for your app").waitFor();
  });
});
