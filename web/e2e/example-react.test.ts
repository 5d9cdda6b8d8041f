import { expect, it } from "vitest";
import { newAddress, PASSWORD } from "../../scripts/testing/accounts";
import { startProject } from "../kit/testing/project-under-test";
import { sharedBrowser } from "./harness/browser";
import { typeErrors } from "./harness/fresh-app";
import { openPage } from "./harness/open-page";
import { startExample } from "./harness/start-example";

const suite = startProject();
const browser = await sharedBrowser();

it("the example react-vite signs a user up", async () => {
  const { url, folder } = await startExample(suite, "react-vite");
  expect(await typeErrors(folder)).toBe("");
  const page = await openPage(browser, url);
  const email = newAddress();
  await page.goto("/");
  await page.getByRole("link", { name: "sign up" }).click();
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Create account" }).click();
  await page.getByRole("heading", { name: `Hello ${email}` }).waitFor();
});
