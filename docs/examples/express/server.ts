import { GatehouseServerApp } from "@gatehouse/kit";
import { gatehouse } from "@gatehouse/kit/express";
import express from "express";

// Address, project and keys come from the environment variables.
const app = new GatehouseServerApp({ tokenStore: null });

/** Verifies the access token of a request, without asking the API. */
const signedIn = gatehouse(app, { required: true });
/** Reads the user of a request from the API. */
const current = gatehouse(app, { required: true, fresh: true });

/** The origin of the website whose scripts call this API; by default that of the example react-vite. */
const website = process.env.WEBSITE_ORIGIN ?? "http://localhost:3003";

const api = express();

// Browsers ask first whether a script of another origin may send the header with the session.
api.use((request, response, next) => {
  response.vary("Origin");
  if (request.headers.origin === website) {
    response.set({
      "Access-Control-Allow-Origin": website,
      "Access-Control-Allow-Headers": "x-stack-auth, authorization",
    });
  }
  if (request.method === "OPTIONS") response.sendStatus(204);
  else next();
});

api.get("/", (_, response) => {
  response.json({ message: "GET /me and /teams as a signed-in user." });
});

api.get("/me", signedIn, (request, response) => {
  const { id, displayName, primaryEmail } = signedIn.user(request);
  response.json({ id, displayName, primaryEmail });
});

api.get("/teams", current, async (request, response) => {
  const teams = await current.user(request).listTeams();
  response.json(teams.map(({ id, displayName }) => ({ id, displayName })));
});

const port = Number(process.env.PORT ?? 3001);
api.listen(port, "127.0.0.1", () => console.log(`Listening on http://localhost:${port}`));
