import { detailed, type Remedies } from "./definition";

/** Errors that any endpoint may respond with. */
export const genericErrors = {
  /** Made by clients for an unknown code; no server responds with it. */
  UNSUPPORTED_ERROR: detailed({
    status: 500,
    details: { originalErrorCode: "string" },
    message: ({ originalErrorCode }) =>
      `An error occurred that is not currently supported (possibly because it was added in a version of Gatehouse that is newer than this client). The original unsupported error code was: ${originalErrorCode}`,
  }),
  /** Carries its sentence as a detail too: the official client rebuilds the error from `details` alone. */
  BODY_PARSING_ERROR: detailed({
    status: 400,
    details: { message: "string" },
    message: ({ message }) => message,
  }),
  SCHEMA_ERROR: detailed({
    status: 400,
    details: { message: "string" },
    message: ({ message }) => message,
  }),
  ALL_OVERLOADS_FAILED: detailed({
    status: 400,
    details: { overload_errors: "array of objects" },
    message: ({ overload_errors }) =>
      `This endpoint has multiple overloads, but they all failed to process the request.\n\n${overload_errors
        .map((error, index) => indent(`Overload ${index + 1}: ${JSON.stringify(error, null, 2)}`))
        .join("\n\n")}`,
  }),
};

/** For readers of the reference: what happened, and what to do about it. */
export const genericRemedies: Remedies<typeof genericErrors> = {
  UNSUPPORTED_ERROR: [
    "The server responded with a code that this client is too old to recognise.",
    "Update the client, or read `originalErrorCode`.",
    "Clients make it, from a code that they do not know.",
  ],
  BODY_PARSING_ERROR: [
    "The request body is not what its content type promises.",
    "Send valid JSON with `Content-Type: application/json`.",
  ],
  SCHEMA_ERROR: [
    "A field of the body, query, path or headers is missing, malformed or unknown.",
    "The message names every problem; correct each of them.",
  ],
  ALL_OVERLOADS_FAILED: [
    "The endpoint accepts several shapes of request, and this one fits none of them.",
    "Read `overload_errors` and correct the shape you meant.",
  ],
};

function indent(text: string): string {
  return text.replace(/^/gm, "  ");
}
