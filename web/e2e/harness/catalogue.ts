import { newOwner } from "../../../scripts/testing/official-client";
import type { Gatehouse } from "../../../scripts/testing/start-gatehouse";
import { sharedBrowser } from "./browser";
import { visitSignedIn } from "./visit-signed-in";

const browser = await sharedBrowser();

/** A project with these settings, and its catalogue. */
export async function openCatalogue(gatehouse: Gatehouse, settings: object = {}) {
  const owner = await newOwner(gatehouse);
  const project = await owner.createProject({ displayName: "Bookshop", teamId: owner.selectedTeam?.id ?? "" });
  await project.updateConfig(settings as never);
  const page = await visitSignedIn(browser, gatehouse, owner, `/projects/${project.id}/payments?part=catalogue`);
  await page.getByRole("region", { name: "Offers" }).waitFor();
  const payments = async () =>
    ((await project.getConfig()) as unknown as { payments: Record<"offers" | "items" | "groups", object> }).payments;
  return { page, payments, project };
}

const user = { customerType: "user", serverOnly: false, includedItems: {} };

export const catalogue = {
  "payments.groups": { plans: { displayName: "Plans" } },
  "payments.items": { credits: { displayName: "Credits", customerType: "user" } },
  "payments.offers": {
    basic: {
      ...user,
      displayName: "Basic",
      groupId: "plans",
      prices: { monthly: { USD: "5", interval: [1, "month"] } },
    },
    extra: {
      ...{ ...user, displayName: "Extra", isAddOnTo: { basic: true }, prices: { once: { USD: "2" } } },
      includedItems: { credits: { quantity: 10 } },
    },
  },
};
