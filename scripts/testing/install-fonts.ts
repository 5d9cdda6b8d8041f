import { execFileSync } from "node:child_process";
import { canInstallPackages, installPackage } from "./debian-package";

/** Debian's fonts with Japanese, Korean and Chinese characters, in which the pages are measured in these languages. */
const fontPackage = "fonts-noto-cjk";
const fontList = "fc-list";

/**
 * Installs fonts for Japanese, Korean and Chinese where the machine has none, by apt as root on Debian. Elsewhere, and where
 * that fails, the browser draws a box for each character, which is as wide: it only prints a note.
 */
export function installFonts(): void {
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
