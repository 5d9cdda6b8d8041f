import { Hono } from "hono";
import { openTools } from "../../platform/tools";
import { readReadiness } from "./readiness";

/** `/health`, beside the wire: for clients' network diagnostics, load balancers and monitors. */
export const healthRoutes = new Hono<{ Bindings: Env }>();

// The clients' network diagnostics request it at the root of the host.
healthRoutes.get("/", (context) =>
  context.json({ status: "ok" }, 200, {
    "Access-Control-Allow-Origin": "*",
    "Access-Control-Allow-Methods": "*",
    "Access-Control-Allow-Headers": "*",
    "Access-Control-Expose-Headers": "*",
  }),
);

healthRoutes.get("/ready", async (context) => {
  const readiness = await readReadiness(openTools(context.env));
  return context.json(readiness, readiness.ready ? 200 : 503, { "Cache-Control": "no-store" });
});
