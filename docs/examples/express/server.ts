import { GatehouseServerApp } from "@gatehouse/kit";
import { gatehouse } from "@gatehouse/kit/express";
import express from "express";

// Address, project and keys come from the environment variables.
const app = new GatehouseServerApp({ tokenStore: null });

/** Verifies the access token of a request, without asking the API. */
const signedIn = gatehouse(app, { required: true });
/** Reads the user of a request from the API. */
const current = gatehouse(app, { required: true, fresh: true });

const api = express();

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
