// These endpoints describe the API itself: its root, its version, features that it does not have yet, and its reference.
import * as z from "zod";
import { endpoint } from "../../protocol/endpoint";
import { noQuery, shortText } from "../../protocol/fields";

export const readRoot = endpoint("GET /", {
  summary: "Return a greeting, and how the request is authenticated",
  access: "public",
  query: noQuery,
  response: "text",
});

export const checkVersion = endpoint("POST /check-version", {
  summary: "Check whether a client's version is up to date",
  access: "public",
  body: z.strictObject({
    clientVersion: shortText.describe("The client's version by semver.org, such as `2.8.41`."),
  }),
  response: z.union([
    z.object({ upToDate: z.literal(true).describe("Whether the client need not be updated.") }),
    z.object({
      upToDate: z.literal(false).describe("Whether the client need not be updated."),
      error: z.string().describe("What the developer should do."),
      severe: z.boolean().describe("Whether the client is too old to work well."),
    }),
  ]),
});

export const checkFeatureSupport = endpoint("POST /check-feature-support", {
  summary: "Report that a feature is not supported yet",
  access: "public",
  body: z.unknown(),
  response: "text",
});

export const readOpenApi = endpoint("GET /openapi.json", {
  summary: "The OpenAPI 3.1 description of this API",
  access: "public",
  response: "response",
});

export const readReference = endpoint("GET /docs", {
  summary: "The API reference as a page",
  access: "public",
  response: "response",
});
