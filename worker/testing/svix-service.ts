/** A message as the stand-in for Svix got it. */
export interface SvixMessage {
  eventType: string;
  eventId: string;
  payload: unknown;
}

/** The settings of an instance whose webhooks Svix sends. With `broken`, it responds with what is no JSON. */
export function withSvix(key: "works" | "broken" = "works") {
  return { SVIX_API_KEY: `testsk_${key}` };
}

/** Returns what Svix has of a project; undefined where it has no application. */
export async function svixApplication(uid: string): Promise<{ name?: string; messages?: SvixMessage[] }> {
  return (await fetch(`https://api.svix.com/api/v1/test/${uid}`)).json();
}
