import type { Browser, Page } from "playwright-core";
import type { Gatehouse } from "../../../scripts/testing/start-gatehouse";
import { openPage } from "./browser";

/** Opens the reference. */
export function referencePage({ browser, gatehouse }: { browser: Browser; gatehouse: Gatehouse }) {
  /** The page with every address that it requests, whatever became of the request. */
  async function openReference(anchor = ""): Promise<{ page: Page; requested: string[] }> {
    const page = await openPage(browser, gatehouse.apiUrl);
    const requested: string[] = [];
    page.on("request", (request) => void requested.push(request.url()));
    await page.goto(`/api/v1/docs${anchor}`);
    await page.getByRole("heading", { name: "Gatehouse API" }).waitFor();
    return { page, requested };
  }

  const foreign = (requested: string[]) =>
    requested.filter(
      (address) => new URL(address).protocol.startsWith("http") && !address.startsWith(gatehouse.apiUrl),
    );

  return { openReference, foreign };
}
