import { execFileSync } from "node:child_process";
import type { TestProject } from "vitest/node";
import { buildKit } from "../build/kit";
import { canInstallPackages, findChromium, installPackage } from "./chromium";
import { buildSiteUnderTest } from "./site-under-test";

declare module "vitest" {
  interface ProvidedContext {
    chromiumPath: string;
    /** Is true if a Gatehouse under test can serve the site, which is built. */
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

/** Debian's fonts with Japanese, Korean and Chinese characters, in which the pages are measured in these languages. */
const fontPackage = "fonts-noto-cjk";
const fontList = "fc-list";

/**
 * Installs fonts for Japanese, Korean and Chinese where the machine has none, by apt as root on Debian. Elsewhere, and where
 * that fails, the browser draws a box for each character, which is as wide: it only prints a note.
 */
function installFonts(): void {
  if (process.platform !== "linux" || hasFonts()) return;
  if (!canInstallPackages()) {
    console.log(`No fonts with Japanese, Korean and Chinese characters; on Debian they are in ${fontPackage}.`);
    return;
  }
  console.log(`Installing Debian's ${fontPackage} with apt-get for the browser tests.`);
  try {
    installPackage(fontPackage);
  } catch (error) {
    console.log(`${fontPackage} could not be installed: ${String(error)}`);
  }
}

function hasFonts(): boolean {
  try {
    return ["ja", "ko", "zh"].every((language) => execFileSync(fontList, [`:lang=${language}`]).length > 0);
  } catch {
    return false;
  }
}
