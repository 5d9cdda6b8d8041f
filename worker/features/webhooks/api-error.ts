import { storageFull } from "../../protocol/common-errors";

/** The body of an error of Svix' API: of 422 a list of what is wrong with the request. */
type ErrorBody =
  | { code: string; detail: string }
  | { detail: { loc: readonly string[]; msg: string; type: "value_error" }[] };

/** An error that is sent in the form of Svix' API. */
export class ApiError extends Error {
  override readonly name = "ApiError";

  constructor(
    readonly status: 400 | 401 | 404 | 409 | 413 | 422 | 429,
    readonly body: ErrorBody,
    options?: ErrorOptions,
    readonly headers: Record<string, string> = {},
  ) {
    super(`Webhooks: ${status}`, options);
  }
}

export const unauthorized = new ApiError(401, { code: "authentication_failed", detail: "Invalid token" });

/** Also for what belongs to another project. */
export const notFound = new ApiError(404, { code: "not_found", detail: "Entity not found" });

/** The project may store no more. */
export const storageUsedUp = new ApiError(413, { code: "storage_full", detail: storageFull.text });

/** There were more requests than may be made in a time. */
export function tooManyRequests({ retryAfterMillis }: { retryAfterMillis: number }): ApiError {
  const headers = { "Retry-After": String(Math.ceil(retryAfterMillis / 1000)) };
  return new ApiError(429, { code: "rate_limited", detail: "Too many requests. Try again later." }, {}, headers);
}

/** A refusal of one field. */
export function invalidField(name: string, msg: string, part: "body" | "query" = "body"): ApiError {
  return new ApiError(422, { detail: [{ loc: [part, name], msg, type: "value_error" }] });
}
