import { isKnownError } from "../../../kit/errors/known-error";

/** The code in the query of an emailed link; undefined when it is missing or incomplete. */
export function codeParameter(searchParams: URLSearchParams): string | undefined {
  const code = searchParams.get("code");
  return code && /^[0-9a-z]{45}$/i.test(code) ? code : undefined;
}

/** Returns why the code of an emailed link was refused; undefined for errors that are not about the code. */
export function codeError(error: unknown): "invalid" | "expired" | "used" | undefined {
  if (isKnownError(error, "VERIFICATION_CODE_NOT_FOUND")) return "invalid";
  if (isKnownError(error, "VERIFICATION_CODE_EXPIRED")) return "expired";
  if (isKnownError(error, "VERIFICATION_CODE_ALREADY_USED")) return "used";
  return undefined;
}
