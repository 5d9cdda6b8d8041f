import settings from "./integration-clients.json";

/** A client of an integration, with the secret of which the settings have the hash. */
export interface TestClient {
  id: string;
  secret: string;
  name: string;
  family: "custom" | "neon";
  redirectUris: [string, ...string[]];
}

/** Two clients of one family, and one of the other. A secret may contain colons. */
export const clients = {
  acme: {
    id: "acme",
    secret: "acme:secret-5k8m2n4p6r8t0v2x",
    name: "Acme Cloud",
    family: "custom",
    redirectUris: ["https://acme.example/callback", "https://acme.example/other?from=projects"],
  },
  globex: {
    id: "globex",
    secret: "globex-secret-4z6b8d0f2h4j6k8m",
    name: "Globex",
    family: "custom",
    redirectUris: ["https://globex.example/callback"],
  },
  neon: {
    id: "neon",
    secret: "neon-secret-0n2q4s6v8w0y2a4c",
    name: "Neon",
    family: "neon",
    redirectUris: ["https://neon.example/callback"],
  },
} satisfies Record<string, TestClient>;

/** `INTEGRATION_CLIENTS` of the Worker under test, with hashes that no code under test has made. */
export const integrationClients = settings;

/** The header of HTTP Basic. */
export function basic({ id, secret }: Pick<TestClient, "id" | "secret">): { authorization: string } {
  return { authorization: `Basic ${btoa(`${id}:${secret}`)}` };
}
