import type { ActiveSession } from "../../kit";
import type { Translate } from "../../ui/translation/translate";

/** A place on the network in words, such as "Lyon, France"; undefined where the edge has no location. */
export function placeName(
  place: { cityName?: string | null; countryCode?: string | null } | null | undefined,
  t: Translate,
): string | undefined {
  const parts = [place?.cityName, place?.countryCode && countryName(place.countryCode, t)];
  return parts.filter(Boolean).join(", ") || undefined;
}

/** The name of an ISO 3166 code; the edge adds `T1` for Tor and `XX` for unknown. */
function countryName(code: string, t: Translate): string | undefined {
  if (code === "T1") return t("Tor network");
  if (code === "XX" || !/^[A-Z]{2}$/.test(code)) return undefined;
  return new Intl.DisplayNames(t.language, { type: "region" }).of(code);
}

/** Returns what a session was last used with: "Chrome on macOS"; undefined where nothing is known of it. */
export function sessionName({ browserInfo }: ActiveSession, t: Translate): string | undefined {
  const { browser, system } = browserInfo ?? {};
  return browser && system ? t("{browser} on {system}", { browser, system }) : (browser ?? system ?? undefined);
}
