import { describe, it } from "vitest";
import { newAddress } from "../../scripts/testing/accounts";
import { sharedGatehouse } from "../../scripts/testing/shared-gatehouse";
import { GatehouseClientApp } from "../kit";
import { openPage, sharedBrowser } from "./harness/browser";
import { emailedLink, heading, hostedPage, refused, shownUser, startHostedSession } from "./harness/hosted-pages";
import { fillSignIn, hostedShop, place, requestMagicLink } from "./harness/hosted-websites";
import { plugIn, virtualAuthenticators } from "./harness/virtual-authenticators";

const browser = await sharedBrowser();
const gatehouse = await sharedGatehouse({ identityProvider: true });

const { suite, signInPage, isBack, newUser } = hostedShop({ browser, gatehouse });

describe("ways to sign in on hosted pages lead back to the website, to the very place", () => {
  it("an OAuth provider", async () => {
    const page = await signInPage();
    const email = newAddress("visitor");
    await page.getByRole("button", { name: "Continue with Google" }).click();
    await page.getByLabel("E-mail", { exact: true }).fill(email);
    await page.getByRole("button", { name: "Continue" }).click();
    await isBack(page, email);
  });

  it("a passkey, whose host is that of the hosted pages", async () => {
    const page = await openPage(browser, gatehouse.webUrl, refused);
    await plugIn(await virtualAuthenticators(page));
    const email = await startHostedSession(page, gatehouse, suite.project);
    const [user] = await suite.project.serverApp().listUsers({ query: email });
    await user?.setPrimaryEmail(email, { verified: true });
    await page.goto(`${hostedPage(gatehouse, suite.project, "account-settings")}#auth`);
    await page.getByRole("button", { name: "Add a passkey" }).click();
    await page.getByText("Your passkey is registered.").waitFor();

    // Away from the page first, which redirects as soon as it notices that the session is gone.
    await page.goto("about:blank");
    await page.context().clearCookies();
    // Virtual authenticators would choose the passkey as soon as the autofill offers it, before the button is pressed.
    await page.addInitScript(() => Reflect.deleteProperty(PublicKeyCredential, "isConditionalMediationAvailable"));
    await page.goto(suite.shop.url + place);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByRole("button", { name: "Continue with a passkey" }).click();
    await isBack(page, email);
  });

  it("the link of an email, in another browser: the website starts over, and does not ask again", async ({
    expect,
  }) => {
    const email = newAddress("visitor");
    await requestMagicLink(await signInPage(), email);
    const other = await openPage(browser, gatehouse.webUrl, refused);
    await other.goto(await emailedLink(gatehouse, email));
    await other.getByRole("button", { name: "Sign in", exact: true }).click();
    // Attack: login CSRF. A code for a request that another browser made signs no user in here.
    await shownUser(other, "Signed out");
    await expect.poll(() => other.url()).toBe(`${suite.shop.url}/basket?item=1`);
    await other.getByRole("button", { name: "Sign in" }).click();
    await shownUser(other, `Signed in as ${email}`);
  });
});

it("a sign-in page in a frame of the website goes on outside of it", async ({ expect }) => {
  // Attack: clickjacking. What confirms something is shown in no frame, so the way on leaves it.
  // Of the same site as the hosted pages: browsers keep cookies from a frame of another one.
  const origin = suite.shop.url.replace("shop.localhost", "localhost");
  const page = await openPage(browser, origin, refused);
  await page.goto("/");
  const request = new URLSearchParams({
    project_id: suite.project.projectId,
    redirect_uri: `${origin}/by-hand`,
    state: "s1",
    code_challenge: "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM",
    code_challenge_method: "S256",
  });
  const framed = hostedPage(gatehouse, suite.project, "sign-in", {
    after_auth_return_to: `/handler/authorize?${request}`,
  });
  await page.evaluate((src) => {
    const frame = Object.assign(document.createElement("iframe"), { src, width: 600, height: 900 });
    document.body.append(frame);
  }, framed);
  const { email } = await newUser();
  await fillSignIn(page.frameLocator("iframe"), email);
  await page.waitForURL(`${origin}/by-hand?**`);
  await expect.poll(() => new URL(page.url()).searchParams.get("state")).toBe("s1");
});

it("a command line of an app with hosted pages is confirmed there, after a sign-in", async ({ expect }) => {
  const { email } = await newUser();
  const app = new GatehouseClientApp({ ...suite.options, tokenStore: "memory" });
  const login = Promise.withResolvers<string>();
  const outcome = app.promptCliLogin({ promptLink: login.resolve, waitTimeMillis: 200 });
  const page = await openPage(browser, gatehouse.webUrl, refused);
  await page.goto(await login.promise);
  await fillSignIn(page, email);
  await page.getByRole("button", { name: "Authorize" }).click();
  await heading(page, "The command line is authorized").waitFor();
  expect((await outcome).status).toBe("ok");
});
