import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";

/** Debian's fonts with Japanese, Korean and Chinese characters, in which the pages are measured in these languages. */
const fontPackage = "fonts-noto-cjk";

/** Without network, a mirror that does not answer must not hold the tests up for long. */
const options = ["-qq", "-o", "Acquire::Retries=0", "-o", "Acquire::http::Timeout=20"];

/**
 * Installs fonts for Japanese, Korean and Chinese where the machine has none, by apt as root on Debian. Elsewhere, and where
 * that fails, the browser draws a box for each character, which is as wide: it only prints a note.
 */
export function installFonts(): void {
  if (process.platform !== "linux" || hasFonts()) return;
  if (process.getuid?.() !== 0 || !existsSync("/usr/bin/apt-get")) {
    console.log(`No fonts with Japanese, Korean and Chinese characters; on Debian they are in ${fontPackage}.`);
    return;
  }
  console.log(`Installing Debian's ${fontPackage} with apt-get for the browser tests.`);
  const run = (args: string[]) =>
    execFileSync("apt-get", [...options, ...args], {
      stdio: "inherit",
      env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
    });
  try {
    run(["update"]);
    run(["install", "-y", fontPackage]);
  } catch (error) {
    console.log(`${fontPackage} could not be installed: ${String(error)}`);
  }
}

function hasFonts(): boolean {
  try {
    return ["ja", "ko", "zh"].every((language) => execFileSync("fc-list", [`:lang=${language}`]).length > 0);
  } catch {
    return false;
  }
}
