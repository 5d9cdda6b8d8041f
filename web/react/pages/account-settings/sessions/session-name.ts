import type { ActiveSession } from "../../../../kit";
import type { Translate } from "../../../../ui/translation/translate";

/** Returns what a session was last used with: "Chrome on macOS"; undefined where nothing is known of it. */
export function sessionName({ browserInfo }: ActiveSession, t: Translate): string | undefined {
  const { browser, system } = browserInfo ?? {};
  return browser && system ? t("{browser} on {system}", { browser, system }) : (browser ?? system ?? undefined);
}
