import type { ActiveSession } from "../../../../kit";

const countryNames = new Intl.DisplayNames("en", { type: "region" });

/** Where a session was last used, such as "Lyon, France"; undefined when the edge could not tell. */
export function sessionPlace({ geoInfo }: Pick<ActiveSession, "geoInfo">): string | undefined {
  const places = [geoInfo?.cityName, geoInfo?.countryCode && countryName(geoInfo.countryCode)];
  return places.filter(Boolean).join(", ") || undefined;
}

/** Two letters of ISO 3166, and what the edge makes up beside them: `T1` for Tor, `XX` for nowhere known. */
function countryName(code: string): string | undefined {
  if (code === "T1") return "Tor network";
  if (code === "XX" || !/^[A-Z]{2}$/.test(code)) return undefined;
  return countryNames.of(code);
}
