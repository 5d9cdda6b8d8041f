import type { TestProject } from "vitest/node";
import { buildKit } from "../build/kit";
import { findChromium } from "./find-chromium";
import { installFonts } from "./install-fonts";
import { buildSiteUnderTest } from "./site-under-test";

declare module "vitest" {
  interface ProvidedContext {
    chromiumPath: string;
    /** Whether a Gatehouse under test can serve the site, which is built. */
    hasSite: boolean;
  }
}

/** Global setup of the browser project: a browser, a built site and a built kit, once for all files. */
export async function setup(project: TestProject): Promise<void> {
  project.provide("chromiumPath", findChromium());
  project.provide("hasSite", true);
  installFonts();
  await buildSiteUnderTest();
  await buildKit();
}
