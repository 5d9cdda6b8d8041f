import { env } from "cloudflare:workers";
import { GatehouseClientApp } from "@gatehouse/kit";
import { gatehouse } from "@gatehouse/kit/hono";
import { Hono } from "hono";
import { cors } from "hono/cors";

interface Variables {
  readonly GATEHOUSE_API_URL: string;
  readonly GATEHOUSE_PROJECT_ID: string;
  readonly GATEHOUSE_PUBLISHABLE_CLIENT_KEY: string;
  /** The origin of the website whose scripts call this API; by default that of the example react-vite. */
  readonly WEBSITE_ORIGIN?: string;
}

const variables = env as Variables;
// Tokens are verified with public keys, so this API needs no secret key.
const app = new GatehouseClientApp({
  baseUrl: variables.GATEHOUSE_API_URL,
  projectId: variables.GATEHOUSE_PROJECT_ID,
  publishableClientKey: variables.GATEHOUSE_PUBLISHABLE_CLIENT_KEY,
  tokenStore: null,
});

export default new Hono()
  .use(cors({ origin: variables.WEBSITE_ORIGIN ?? "http://localhost:3003" }))
  .get("/", (c) => c.json({ message: "GET /me and /teams as a signed-in user." }))
  .get("/me", gatehouse(app, { required: true }), (c) => {
    const { id, displayName, primaryEmail } = c.var.user;
    return c.json({ id, displayName, primaryEmail });
  })
  .get("/teams", gatehouse(app, { required: true, fresh: true }), async (c) => {
    const teams = await c.var.user.listTeams();
    return c.json(teams.map(({ id, displayName }) => ({ id, displayName })));
  });
