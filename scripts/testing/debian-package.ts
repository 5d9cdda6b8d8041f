import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";

const apt = "/usr/bin/apt-get";

/** Whether this machine installs Debian packages, and this process may. */
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
