import type { Context } from "hono";

/** The envelope of a response that worked. */
export function success(c: Context, result: unknown, total?: number) {
  const count = Array.isArray(result) ? result.length : 1;
  const result_info = { page: 1, per_page: 100, count, total_count: total ?? count, total_pages: 1 };
  return c.json({ success: true, errors: [], messages: [], result, result_info });
}

/** The envelope of a refusal, with one of the API's codes. */
export function failure(c: Context, status: 400 | 401 | 404 | 412 | 500, code: number, message = "failed") {
  return c.json({ success: false, errors: [{ code, message }], messages: [], result: null }, status);
}

/** The rows of the page that a request asks for. */
export function pageOf<T>(c: Context, rows: T[]): T[] {
  const size = Number(c.req.query("per_page") ?? 100);
  const from = (Number(c.req.query("page") ?? 1) - 1) * size;
  return rows.slice(from, from + size);
}

/** An unsigned token for uploads, in whose form wrangler reads when it expires. */
export function uploadToken(): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  return `${part({ alg: "none" })}.${part({ exp: 4_102_444_800 })}.signature`;
}

/** A part of a form that is text, sent as a field or as a file. */
export async function textOf(part: FormDataEntryValue | null): Promise<string> {
  return typeof part === "string" ? part : ((await part?.text()) ?? "");
}
