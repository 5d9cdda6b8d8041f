import type { ActiveSession } from "../../../../kit";

const countryNames = new Intl.DisplayNames("en", { type: "region" });

/** Where a session was last used, such as "Lyon, France"; undefined when the edge has no location. */
export function sessionLocation({ geoInfo }: Pick<ActiveSession, "geoInfo">): string | undefined {
  const parts = [geoInfo?.cityName, geoInfo?.countryCode && countryName(geoInfo.countryCode)];
  return parts.filter(Boolean).join(", ") || undefined;
}

/** The name of an ISO 3166 code; the edge adds `T1` for Tor and `XX` for unknown. */
function countryName(code: string): string | undefined {
  if (code === "T1") return "Tor network";
  if (code === "XX" || !/^[A-Z]{2}$/.test(code)) return undefined;
  return countryNames.of(code);
}
