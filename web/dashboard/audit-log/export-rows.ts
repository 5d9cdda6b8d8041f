import { toCsv } from "../files/csv";

const columns = [
  "created_at",
  "type",
  "actor_type",
  "actor_id",
  "impersonator_id",
  "session_id",
  "target_type",
  "target_id",
  "ip_address",
  "country_code",
  "user_agent",
  "details",
  "id",
] as const;

/** The first line of an export as CSV. */
export const csvHeader = toCsv([columns]);

interface Party {
  type: string;
  id: string | null;
}

interface Line {
  id: string;
  type: string;
  created_at_millis: number;
  actor: Party;
  impersonator: Party | null;
  session_id: string | null;
  target: Party | null;
  details: object;
  ip_address: string | null;
  country_code: string | null;
  user_agent: string | null;
}

/** Lines of JSON, as the API exports events, as CSV without its first line. */
export function csvLines(lines: string): string {
  const events = lines.split("\n").filter((line) => line !== "");
  return toCsv(
    events.map((line) => {
      const event = JSON.parse(line) as Line;
      return [
        new Date(event.created_at_millis).toISOString(),
        event.type,
        event.actor.type,
        event.actor.id,
        event.impersonator?.id,
        event.session_id,
        event.target?.type,
        event.target?.id,
        event.ip_address,
        event.country_code,
        event.user_agent,
        Object.keys(event.details).length > 0 ? JSON.stringify(event.details) : "",
        event.id,
      ].map((cell) => cell ?? "");
    }),
  );
}
