// The API reference: Scalar on the OpenAPI document of this server. Nothing of it leaves the API's origin.
import { createApiReference } from "@scalar/api-reference";
import "@scalar/api-reference/style.css";
import { completeAccessibility } from "./accessibility";
import "./reference.css";

completeAccessibility();

createApiReference("#reference", {
  url: "/api/v1/openapi.json",
  title: "Gatehouse API",
  theme: "none",
  withDefaultFonts: false,
  telemetry: false,
  showDeveloperTools: "never",
  hideClientButton: true,
  hideModels: true,
  mcp: { disabled: true },
  agent: { disabled: true },
  documentDownloadType: "direct",
  defaultOpenFirstTag: false,
  operationTitleSource: "summary",
  defaultHttpClient: { targetKey: "shell", clientKey: "curl" },
  // Keys stay in the page that they were typed into.
  persistAuth: false,
  authentication: { securitySchemes: { tier: { value: "client" } } },
});
