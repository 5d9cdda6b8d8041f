import { describe, it } from "vitest";
import { basic, clients } from "../../testing/integration-clients";
import { expectTooMany, limited, refused, times } from "../../testing/limited";
import { expectError } from "../../testing/refusals";
import { sendRequest, type TestResponse } from "../../testing/send-request";
import { expectComplaint, expectWrongClient, families } from "./integrations.fixtures";

/** Every endpoint of a partner's server, with a request that it would take from the right client. */
const body = { project_id: "x" };
const code = "0".repeat(45);
const token = {
  grant_type: "authorization_code",
  code,
  code_verifier: "v".repeat(43),
  redirect_uri: "https://acme.example/callback",
};
const requests = [
  ...families.flatMap((family) => [
    [family, `POST /integrations/${family}/projects/provision`, { body: { display_name: "Shop" } }] as const,
    [family, `GET /integrations/${family}/projects/transfer`, { query: { project_id: "x" } }] as const,
    [family, `POST /integrations/${family}/projects/transfer`, { body }] as const,
    [family, `POST /integrations/${family}/projects/transfer/initiate`, { body }] as const,
    [family, `POST /integrations/${family}/oauth/token`, { body: token }] as const,
  ]),
  [
    "neon",
    "POST /integrations/neon/projects/connection",
    { query: { project_id: "x" }, body: { connection_strings: [] } },
  ] as const,
];

describe.each(requests)("of %s: %s", (family, key, input) => {
  const client = family === "neon" ? clients.neon : clients.acme;

  it("400 SCHEMA_ERROR without the header, and with one of another form", async () => {
    expectComplaint(await sendRequest(key, input), "headers.authorization must be defined");
    const pair = btoa(`${client.id}:${client.secret}`);
    const forms = [
      "Basic",
      "Basic ",
      `Bearer ${pair}`,
      `Basic ${pair} x`,
      `Basic  ${pair}`,
      `Basic ${pair}!`,
      pair,
      "Basic a",
    ];
    for (const authorization of forms) {
      const response = await sendRequest(key, { ...input, headers: { authorization } });
      expectComplaint(response, 'Authorization header must be in the format "Basic <base64>"');
    }
  });

  // Evidence: wrong-secret-unknown-client-other-family
  it("400 SCHEMA_ERROR for a wrong secret, an unknown client, and one of the other family", async () => {
    // Attack: someone with a client's id, or a partner of the other kind, makes projects or gets keys in its name.
    const other = family === "neon" ? clients.acme : clients.neon;
    const pairs = [
      { ...client, secret: `${client.secret}x` },
      { ...client, secret: client.secret.slice(0, -1) },
      { ...client, secret: "" },
      { ...client, id: "nemo" },
      { ...client, id: "" },
      other,
    ];
    for (const pair of pairs) expectWrongClient(await sendRequest(key, { ...input, headers: basic(pair) }));
    for (const text of [client.id, "\u00ff\u00fe:x"]) {
      expectWrongClient(await sendRequest(key, { ...input, headers: { authorization: `Basic ${btoa(text)}` } }));
    }
  });

  it("400 SCHEMA_ERROR for the hash of a secret in its place", async () => {
    // Attack: someone who has read the Worker's settings, which contain the hash alone.
    const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(client.secret));
    const hash = [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
    expectWrongClient(await sendRequest(key, { ...input, headers: basic({ ...client, secret: hash }) }));
  });

  it("400 SCHEMA_ERROR where no client is configured", async () => {
    const settings = { INTEGRATION_CLIENTS: undefined };
    expectWrongClient(await sendRequest(key, { ...input, headers: basic(client), settings }));
  });
});

// Evidence: guesses-secret-network-before-any-them
it("429 for guesses at a secret from one network, before any of them is compared", async () => {
  // Attack: the secret of a client is guessed.
  const key = "GET /integrations/custom/projects/transfer";
  const guess = (ip: string, secret: string) =>
    sendRequest(key, {
      query: { project_id: "x" },
      ...limited(ip, basic({ ...clients.acme, secret })),
    });
  const right: TestResponse[] = [];
  // A minute may end between such guesses and the right secret: then they use up the next one, before its second use.
  for (const _ of times(2, () => null)) {
    await Promise.all(times(310, (index) => guess("2001:db8:acce::1", `guess-${index}`)));
    right.push(await guess("2001:db8:acce::1", clients.acme.secret));
  }
  const [response] = refused(right);
  if (!response) throw new Error("The right secret was not refused");
  expectTooMany(response, 60);
  expectError(await guess("2001:db8:acce:1::1", "guess"), 400, "SCHEMA_ERROR");
});
