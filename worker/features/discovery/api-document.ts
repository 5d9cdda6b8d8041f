import type { Endpoint } from "../../protocol/endpoint";
import { openApiDocument } from "../../protocol/openapi";

/** The OpenAPI document of this API. @param apiUrl its public address, without a trailing slash */
export function apiDocument(endpoints: readonly Endpoint[], apiUrl: string) {
  return openApiDocument(endpoints, `${apiUrl}/api/v1`, {
    title: "Gatehouse API",
    version: "1",
    description:
      "Authentication and user management. Every request names its project and its tier; errors carry a code in the `X-Stack-Known-Error` header and in their body.",
    license: { name: "MIT", identifier: "MIT" },
  });
}
