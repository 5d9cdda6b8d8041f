import type { Endpoint } from "./endpoint";

export function openApiDocument(endpoints: readonly Endpoint[], apiUrl: string): object {
  return {
    openapi: "3.1.0",
    servers: [{ url: `${apiUrl}/api/v1` }],
    paths: Object.fromEntries(endpoints.map((e) => [e.path, {}])),
  };
}
