import type { ActiveSession } from "../../../../kit";

/** What a session was last used with: "Chrome on macOS"; undefined where nothing is known of it. */
export function sessionName({ browserInfo }: ActiveSession): string | undefined {
  const { browser, system } = browserInfo ?? {};
  return browser && system ? `${browser} on ${system}` : (browser ?? system ?? undefined);
}
