import type { Browser } from "playwright-core";
import { afterAll, beforeAll, it } from "vitest";
import { newOwner } from "../../scripts/testing/official-client";
import { type Gatehouse, startGatehouse } from "../../scripts/testing/start-gatehouse";
import { launchBrowser } from "./harness/browser";
import { openSignedIn } from "./harness/visit-signed-in";

let browser: Browser;
let gatehouse: Gatehouse;
beforeAll(async () => {
  [browser, gatehouse] = await Promise.all([launchBrowser(), startGatehouse({ site: true })]);
});
afterAll(() => Promise.all([browser.close(), gatehouse.stop()]));
it("looks", async () => {
  const owner = await newOwner(gatehouse);
  const project = await owner.createProject({ displayName: "Acme", teamId: owner.selectedTeam?.id ?? "" });
  const ada = await project.app.createUser({ displayName: "Ada Lovelace", primaryEmail: "ada@example.com" });
  await project.app.createUser({ displayName: "Grace Hopper", primaryEmail: "grace@example.com" });
  const team = await project.app.createTeam({ displayName: "Analysts", creatorUserId: ada.id });
  const page = await openSignedIn(browser, gatehouse, owner, /./);
  page.on("console", (m) => {
    if (m.type() === "error") console.log("CONSOLE", m.text());
  });
  page.on("pageerror", (e) => console.log("PAGEERROR", e.message));
  const phone = process.env.PHONE === "1",
    dark = process.env.DARK === "1";
  await page.setViewportSize(phone ? { width: 390, height: 844 } : { width: 1280, height: 800 });
  await page.emulateMedia({ colorScheme: dark ? "dark" : "light" });
  for (const path of (process.env.LOOK ?? "overview").split(",")) {
    await page.goto(`/projects/${project.id}/${path.replace("{user}", ada.id).replace("{team}", team.id)}`);
    await page.waitForLoadState("networkidle");
    const file = `/tmp/brief/shots/${(process.env.LOOKTAG ?? "") + path.replace(/\W+/g, "_")}${phone ? "-phone" : ""}${dark ? "-dark" : ""}.png`;
    await page.screenshot({ path: file, fullPage: true });
    console.log(file, await page.evaluate(() => document.documentElement.scrollWidth));
  }
});
