import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { type Browser, chromium } from "playwright-core";
import { REPOSITORY } from "../platform/wrangler";

/** The headless shell first: it is the same engine without a window's compositing, and loads a page with half the work. */
const COMMANDS = [
  "chromium-headless-shell",
  "chromium",
  "chromium-browser",
  "google-chrome",
  "google-chrome-stable",
  "chrome",
];
const APPLICATIONS = [
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
];

/**
 * The path of a Chromium for the browser tests: CHROMIUM_PATH, else one that the machine has, else one that is installed
 * now (by apt as root on Debian, otherwise Playwright's own download). Prints what it installs.
 */
export function findChromium(): string {
  const named = process.env.CHROMIUM_PATH;
  if (named) {
    if (!existsSync(named)) throw new Error(`CHROMIUM_PATH names ${named}, and there is no such file.`);
    return named;
  }
  return installedChromium() ?? installChromium();
}

function installedChromium(): string | undefined {
  const folders = (process.env.PATH ?? "").split(delimiter);
  const onPath = COMMANDS.flatMap((command) => folders.map((folder) => join(folder, command)));
  return [...onPath, ...APPLICATIONS, chromium.executablePath()].find((file) => existsSync(file));
}

function installChromium(): string {
  if (canInstallPackages()) {
    console.log("No Chromium found; installing Debian's package with apt-get for the browser tests.");
    installPackage("chromium-headless-shell");
  } else {
    console.log("No Chromium found; downloading Playwright's for the browser tests.");
    const command = join(REPOSITORY, "node_modules/playwright-core/cli.js");
    execFileSync(process.execPath, [command, "install", "chromium"], { stdio: "inherit" });
  }
  const found = installedChromium();
  if (!found) throw new Error("No Chromium after installing one. Set CHROMIUM_PATH to a Chromium or Chrome.");
  return found;
}

/** Flags that a closed network and a container need. */
const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** Starts a headless Chromium. Open a `newContext()` for each use: it starts without cookies. */
export function launchChromium(executablePath: string): Promise<Browser> {
  return chromium.launch({ executablePath, headless: true, args: FLAGS });
}

const apt = "/usr/bin/apt-get";

/** Tells whether this machine installs Debian packages, and this process may. */
export function canInstallPackages(): boolean {
  return process.getuid?.() === 0 && existsSync(apt);
}

/** Installs a Debian package. Without network it gives up soon. */
export function installPackage(name: string): void {
  for (const command of [["update"], ["install", "-y", name]]) {
    execFileSync(apt, ["-qq", "-o", "Acquire::Retries=1", "-o", "Acquire::http::Timeout=20", ...command], {
      stdio: "inherit",
      env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
    });
  }
}
