/** The least id that an event of this millisecond can have: a UUID of version 7 (RFC 9562) whose random digits are zero. */
export function firstIdAt(time: number): string {
  const digits = Math.max(0, time).toString(16).padStart(12, "0");
  return `${digits.slice(0, 8)}-${digits.slice(8)}-7000-8000-000000000000`;
}
