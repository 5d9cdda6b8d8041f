// The API reference: Scalar on the OpenAPI document of this server. Nothing of it leaves the API's origin.
import { completeAccessibility } from "./accessibility";
import "./reference.css";

/** The script that `scripts/build/reference.ts` puts before this one. */
declare const Scalar: { createApiReference(selector: string, configuration: Record<string, unknown>): void };

completeAccessibility();

// Its script appends its styles to the head, after those of this page, which are to win.
document.head.prepend(...document.head.querySelectorAll("#scalar-style"));

Scalar.createApiReference("#reference", {
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
