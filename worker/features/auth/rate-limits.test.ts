import { describe, expect, it } from "vitest";
import { endpoints } from "../../contracts";
import { isClientWrite } from "../../protocol/endpoint";
import { callbackUrl, otpProject } from "../../testing/code-sign-ins";
import { expectTooMany, hex, limited, refused, sendTooMany, statuses, times } from "../../testing/limited";
import { freshAddress } from "../../testing/mailbox";
import { password, signUp } from "../../testing/password-sign-ins";
import { project, type TestProject } from "../../testing/project";
import { sendRequest, type TestResponse } from "../../testing/send-request";
import { signedIn } from "../../testing/sign-ins";
import { bareUser } from "../../testing/tokens";

/** The limits of what partners request, and of what owners confirm for them. */
function limitsOfPartners(family: "custom" | "neon") {
  const of = (limit: string, keys: string[]) =>
    Object.fromEntries(keys.map((key) => [key.replace(" ", ` /integrations/${family}`), limit]));
  return {
    ...of("refresh", ["POST /projects/provision", "GET /projects/transfer", "POST /projects/transfer"]),
    ...of("refresh", ["POST /projects/transfer/initiate", "POST /oauth/token"]),
    ...of("sign-in", ["POST /projects/transfer/confirm", "POST /projects/transfer/confirm/check"]),
    ...of("sign-in", ["GET /oauth/authorize", "POST /oauth/interaction/approve", "POST /oauth/interaction/check"]),
  };
}

describe("requests from one address", () => {
  const check = (p: TestProject, input: object) =>
    p.client("POST /auth/otp/sign-in/check-code", { body: { code: "0".repeat(45) }, ...input });

  // Evidence: retry-after-beyond-30-code-checks
  // Attack: brute force of codes, from one machine.
  it("429 with Retry-After beyond 30 code checks a minute, before any query", async () => {
    const p = await otpProject();
    const from = limited();
    const responses = await sendTooMany(30, () => check(p, from));
    expect(statuses(responses)).toEqual(new Set([404, 429]));
    for (const response of refused(responses)) {
      expectTooMany(response, 60);
      expect(response.cost.d1).toBe(0);
    }
  });

  it("are counted together for sign-ins of all kinds and all projects", async () => {
    const from = limited();
    const [p, other] = [await otpProject(), await otpProject()];
    const sends = [
      () => check(p, from),
      () => check(other, from),
      () => p.client("POST /auth/anonymous/sign-up", from),
    ] as const;
    const responses = await sendTooMany(30, (index) => (sends[index % 3] ?? sends[0])());
    expect(refused(responses)).not.toEqual([]);
  });

  // Attack: using many addresses: those of an IPv6 network, or those that a header claims.
  it("are counted for an IPv6 network, whatever other headers claim; other networks are not limited", async () => {
    const p = await otpProject();
    const network = `2001:db8:${hex()}:${hex()}`;
    const from = (index: number) => {
      const claimed = `198.51.100.${index}`;
      const spoofed = { "x-forwarded-for": claimed, "x-real-ip": claimed, forwarded: `for=${claimed}` };
      return limited(`${network}:${index.toString(16)}::1`, spoofed);
    };
    const responses = await sendTooMany(30, (index) => check(p, from(index)));
    expect(refused(responses)).not.toEqual([]);
    expect((await check(p, limited())).status).toBe(404);
  });

  it("429 beyond 300 refreshes a minute, not beyond 30", async () => {
    const ip = limited();
    const refresh = () => sendRequest("POST /auth/oauth/token", { body: { grant_type: "refresh_token" }, ...ip });
    expect(statuses(await Promise.all(times(61, refresh)))).toEqual(new Set([400]));
    expect(statuses(await sendTooMany(300, refresh))).toEqual(new Set([400, 429]));
  });

  it("429 beyond 10 emails a minute, to whatever addresses", async () => {
    const p = await project();
    const ip = limited();
    const send = () =>
      p.client("POST /auth/password/send-reset-code", {
        body: { email: freshAddress(), callback_url: callbackUrl },
        ...ip,
      });
    expect(statuses(await sendTooMany(10, send))).toEqual(new Set([200, 429]));
  });

  it("429 beyond 120 resets a minute of one site, from whichever of its networks; none of other sites", async () => {
    // Attack: one IPv6 /48 fills the queue of reset emails, which all projects share, from a few thousand of its networks.
    const p = await project();
    const send = (ip: string) =>
      p.client("POST /auth/password/send-reset-code", {
        body: { email: freshAddress(), callback_url: callbackUrl },
        ...limited(ip),
      });
    const site = `2001:db8:${hex()}`;
    const responses = await sendTooMany(120, (index) => send(`${site}:${index.toString(16)}::1`));
    expect(statuses(responses)).toEqual(new Set([200, 429]));
    expectTooMany(refused(responses)[0] as TestResponse, 60);
    expect((await send(`2001:db8:${hex()}:1::1`)).status).toBe(200);
  });

  it("are not limited where limits are off", async () => {
    const p = await otpProject();
    const ip = { headers: limited().headers };
    expect(statuses(await Promise.all(times(61, () => check(p, ip))))).toEqual(new Set([404]));
  });

  it("have 429 in the header for clients that override error statuses", async () => {
    const ip = limited(undefined, { "x-stack-override-error-status": "true" });
    const p = await otpProject();
    const responses = await Promise.all(times(61, () => check(p, ip)));
    const hidden = responses.find(({ headers }) => headers.get("x-stack-actual-status") === "429");
    expect(hidden?.status).toBe(200);
    expect(hidden?.headers.get("retry-after")).toBe("60");
  });

  // Evidence: limited-endpoint-signs-mails-takes-secret
  it("are limited at every endpoint that signs in, emails, renders or takes a secret of partners, and at no other", () => {
    const declared = endpoints.flatMap(({ key, limit }) => (limit ? [[key, limit]] : []));
    expect(Object.fromEntries(declared)).toEqual({
      "POST /auth/password/sign-up": "sign-in",
      "POST /auth/password/sign-in": "sign-in",
      "POST /auth/password/send-reset-code": "mail",
      "POST /auth/password/reset": "sign-in",
      "POST /auth/password/reset/check-code": "sign-in",
      "POST /auth/password/update": "sign-in",
      "POST /auth/otp/send-sign-in-code": "mail",
      "POST /auth/otp/sign-in": "sign-in",
      "POST /auth/otp/sign-in/preview": "sign-in",
      "POST /auth/otp/sign-in/check-code": "sign-in",
      "POST /auth/passkey/initiate-passkey-authentication": "sign-in",
      "POST /auth/passkey/register": "sign-in",
      "POST /auth/passkey/sign-in": "sign-in",
      "POST /auth/anonymous/sign-up": "sign-in",
      "POST /auth/hosted/authorize": "refresh",
      "POST /auth/oauth/cross-domain/authorize": "refresh",
      "POST /team-invitations/{id}/accept": "sign-in",
      "POST /internal/send-test-webhook": "refresh",
      "GET /payments/billing/{customer_type}/{customer_id}": "refresh",
      "GET /payments/invoices/{customer_type}/{customer_id}": "refresh",
      "POST /payments/payment-method/{customer_type}/{customer_id}/set-default": "refresh",
      "POST /payments/payment-method/{customer_type}/{customer_id}/setup-intent": "refresh",
      "POST /payments/products/{customer_type}/{customer_id}/switch": "refresh",
      "DELETE /payments/products/{customer_type}/{customer_id}/{product_id}": "refresh",
      "POST /auth/mfa/recovery-codes": "sign-in",
      "POST /auth/mfa/recovery/sign-in": "sign-in",
      "POST /auth/mfa/sign-in": "sign-in",
      "POST /auth/cli": "sign-in",
      "POST /auth/cli/poll": "refresh",
      "POST /auth/cli/check": "sign-in",
      "POST /auth/cli/complete": "sign-in",
      "GET /auth/security-notices/end-sessions": "sign-in",
      "POST /auth/security-notices/end-sessions": "sign-in",
      "GET /auth/oauth/authorize/{provider_id}": "sign-in",
      "POST /auth/oauth/token": "refresh",
      "POST /auth/sessions/current/refresh": "refresh",
      "POST /auth/sessions/current/reauthenticate": "sign-in",
      "POST /auth/sessions/current/send-reauthentication-code": "mail",
      "POST /contact-channels/{user_id}/{contact_channel_id}/send-verification-code": "mail",
      "POST /contact-channels/send-verification-code": "mail",
      "POST /contact-channels/verify": "sign-in",
      "POST /contact-channels/verify/preview": "sign-in",
      "POST /contact-channels/verify/check-code": "sign-in",
      "POST /emails/render-email": "rendering",
      "GET /emails/unsubscribe-link": "sign-in",
      "POST /emails/unsubscribe-link": "sign-in",
      "POST /internal/emails/log/{email_id}/resend": "mail",
      "PATCH /internal/email-templates/{template_id}": "rendering",
      "PATCH /internal/email-themes/{theme_id}": "rendering",
      "POST /internal/failed-emails-digest": "sign-in",
      "GET /payments/customers/{customer_type}/{customer_id}/invoices": "refresh",
      "POST /payments/customers/{customer_type}/{customer_id}/payment-method": "refresh",
      "POST /payments/customers/{customer_type}/{customer_id}/subscriptions/{subscription_id}/cancel": "refresh",
      "POST /payments/customers/{customer_type}/{customer_id}/subscriptions/{subscription_id}/resume": "refresh",
      "POST /payments/customers/{customer_type}/{customer_id}/subscriptions/{subscription_id}/switch": "refresh",
      "POST /payments/purchases/create-purchase-url": "refresh",
      "POST /payments/purchases/purchase-session": "sign-in",
      "POST /payments/purchases/purchase-status": "refresh",
      "POST /payments/purchases/validate-code": "sign-in",
      "POST /internal/send-sign-in-invitation": "mail",
      "POST /internal/send-test-email": "mail",
      "POST /team-invitations/send-code": "mail",
      "POST /team-invitations/accept": "sign-in",
      "POST /team-invitations/accept/details": "sign-in",
      "POST /team-invitations/accept/preview": "sign-in",
      "POST /team-invitations/accept/check-code": "sign-in",
      "POST /integrations/credential-scanning/revoke": "sign-in",
      ...limitsOfPartners("custom"),
      ...limitsOfPartners("neon"),
      "POST /integrations/neon/projects/connection": "refresh",
    });
  });

  it("are described with their 429 in the API's description", async () => {
    const { body } = await sendRequest("GET /openapi.json");
    expect(body.components.responses.TooManyRequests.headers).toHaveProperty("Retry-After");
    const described = { $ref: "#/components/responses/TooManyRequests" };
    expect(body.paths["/auth/mfa/sign-in"].post.responses["429"]).toEqual(described);
    expect(body.paths["/users/me"].get.responses).not.toHaveProperty("429");
    expect(body.paths["/users/me"].patch.responses["429"]).toEqual(described);
  });
});

describe("what clients write", () => {
  // Evidence: client-writes-are-counted
  it("429 beyond 120 a minute from one address to one project, before any query; others, reads, servers and sign-outs go on", async () => {
    // Attack: a script with an anonymous account writes its own name again and again. Each write changes the search index, until
    // the requests of all projects wait in the queue of the one database.
    const [p, other] = [await project(), await project()];
    const from = limited();
    const [user, others] = [
      p.as(await signedIn(p, await bareUser(p.id))),
      other.as(await signedIn(other, await bareUser(other.id))),
    ];
    const rename = (caller: typeof user.client, input: object = from) =>
      caller("PATCH /users/me", { body: { display_name: "Eve" }, ...input });
    const responses = await sendTooMany(120, () => rename(user.client));
    expect(statuses(responses)).toEqual(new Set([200, 429]));
    for (const response of refused(responses)) {
      expectTooMany(response, 60);
      expect(response.cost.d1).toBe(0);
    }
    const unaffected = await Promise.all([
      rename(others.client),
      rename(user.client, limited()),
      rename(user.server),
      user.client("GET /users/me", from),
    ]);
    expect(statuses([...unaffected, await user.client("DELETE /auth/sessions/current", from)])).toEqual(new Set([200]));
  });

  // Evidence: client-writes-are-counted-everywhere
  it("are counted at every endpoint by which clients write and that has no limit of its own, but for signing out", () => {
    const writes = endpoints.filter(({ method, access }) => method !== "GET" && access.includes("client"));
    const uncounted = writes.filter((endpoint) => !endpoint.limit && !isClientWrite(endpoint));
    expect(uncounted.map(({ key }) => key)).toEqual(["DELETE /auth/sessions/current"]);
  });
});

describe("requests of a project's servers", () => {
  const check = (p: TestProject, input: object) =>
    p.server("POST /auth/otp/sign-in/check-code", { body: { code: "0".repeat(45) }, ...input });

  it("are not counted against their address: all users of a backend come from it", async () => {
    const p = await otpProject();
    const backend = limited();
    expect(statuses(await Promise.all(times(61, () => check(p, backend))))).toEqual(new Set([404]));
    expect(
      statuses(
        await Promise.all(
          times(25, () =>
            p.client("POST /auth/otp/sign-in/check-code", { body: { code: "0".repeat(45) }, ...backend }),
          ),
        ),
      ),
    ).toEqual(new Set([404]));
  });

  it("are counted for their project, from whatever address", async () => {
    const [p, other] = [await project(), await project()];
    const send = (from: TestProject) =>
      from.server("POST /auth/password/send-reset-code", {
        body: { email: freshAddress(), callback_url: callbackUrl },
        ...limited(),
      });
    expect(statuses(await sendTooMany(100, () => send(p)))).toEqual(new Set([200, 429]));
    expect((await send(other)).status).toBe(200);
  });

  const forVisitor = (address: string, from = limited()) => ({
    ...from,
    headers: { ...from.headers, "x-gatehouse-client-ip": address },
  });
  const newVisitor = () => `2001:db8:${hex()}:${hex()}::1`;

  // Evidence: visitors-of-a-website-count-apart
  // Attack: one visitor of a website sends forms until nobody else can sign in there, or anywhere from that visitor's network.
  it("429 for the visitor alone whose address the server says, and in that project alone", async () => {
    const [p, other] = [await otpProject(), await otpProject()];
    const [visitor, backend] = [newVisitor(), limited()];
    const responses = await sendTooMany(30, () => check(p, forVisitor(visitor, backend)));
    expect(statuses(responses)).toEqual(new Set([404, 429]));
    for (const response of refused(responses)) expectTooMany(response, 60);
    expect((await check(p, forVisitor(newVisitor(), backend))).status).toBe(404);
    expect((await check(other, forVisitor(visitor, backend))).status).toBe(404);
    const body = { code: "0".repeat(45) };
    expect((await p.client("POST /auth/otp/sign-in/check-code", { body, ...limited(visitor) })).status).toBe(404);
  });

  // Evidence: visitors-of-a-website-leave-each-other-requests
  it("429 for the site of a visitor alone, of which refused requests use up nothing of the project's", async () => {
    // Attack: one visitor of a website posts its form 130 times in twenty seconds, or twelve networks of one household ten times each. That is
    // all that its server may request in a minute, so that no other visitor gets a reset or a code.
    const p = await project();
    const backend = limited();
    const send = (visitor: string) =>
      p.server("POST /auth/password/send-reset-code", {
        body: { email: freshAddress(), callback_url: callbackUrl },
        ...forVisitor(visitor, backend),
      });
    /** Few at once, which the project's turns beside other tests do not refuse. */
    const flood = async (visitorOf: (index: number) => string) => {
      const responses: TestResponse[] = [];
      for (let from = 0; from < 120; from += 10)
        responses.push(...(await Promise.all(times(10, (index) => send(visitorOf(from + index))))));
      return responses;
    };
    const [site, other] = [`2001:db8:${hex()}`, `2001:db8:${hex()}`];
    expect(statuses(await flood(() => `${site}:1::1`))).toEqual(new Set([200, 429]));
    expect((await send(`${site}:2::1`)).status).toBe(200);
    const ofSite = await flood((index) => `${other}:${index % 12}::1`);
    expect(statuses(ofSite)).toEqual(new Set([200, 429]));
    for (const response of refused(ofSite)) expectTooMany(response, 60);
    expect((await send(newVisitor())).status).toBe(200);
  });

  // Attack: a stranger's browser says that each of its guesses is of another visitor.
  it("429 for the network of a client, whatever visitors it claims to send requests for", async () => {
    const p = await otpProject();
    const [browser, body] = [limited(), { code: "0".repeat(45) }];
    const responses = await sendTooMany(30, () =>
      p.client("POST /auth/otp/sign-in/check-code", { body, ...forVisitor(newVisitor(), browser) }),
    );
    expect(refused(responses)).not.toEqual([]);
  });

  it("guess for their visitor: who is out of tries keeps no other visitor of the website out", async () => {
    const p = await project();
    const { email } = await signUp(p);
    const [guesser, backend] = [newVisitor(), limited()];
    const signIn = (visitor: string, typed: string) =>
      p.server("POST /auth/password/sign-in", {
        body: { email, password: typed },
        ...forVisitor(visitor, backend),
      });
    for (const attempt of times(10, (index) => index)) {
      expect((await signIn(guesser, `wrong ${attempt}`)).status).toBe(400);
    }
    expect((await signIn(guesser, password)).status).toBe(429);
    expect((await signIn(newVisitor(), password)).status).toBe(200);
  });

  it.each(["unknown", "203.0.113.7:443", "[2001:db8::1]", "203.0.113.7, 10.0.0.1"])(
    "400 SCHEMA_ERROR when they say that a visitor's address is «%s»",
    async (address) => {
      const p = await otpProject();
      const response = await check(p, forVisitor(address));
      expect(response).toMatchObject({ status: 400, body: { code: "SCHEMA_ERROR" } });
      expect(response.text).toContain("x-gatehouse-client-ip");
    },
  );

  // Attack: claiming to be a project's server, so as not to be counted.
  it.each([
    ["a wrong key", { "x-stack-secret-server-key": `ssk_${"0".repeat(45)}` }],
    ["no key", { "x-stack-secret-server-key": undefined }],
    ["another tier's key", { "x-stack-access-type": "admin" }],
    ["a malformed token", { "x-stack-access-token": "x" }],
  ])("are counted for their network with %s", async (_, headers) => {
    const p = await otpProject();
    const { settings, headers: from } = limited();
    const body = { code: "0".repeat(45) };
    const [responses, afterwards]: [TestResponse[], TestResponse[]] = [[], []];
    // A minute may end between such requests and the client's: then they use up the next one, before the client's second.
    for (const _ of times(2, () => null)) {
      responses.push(...(await Promise.all(times(35, () => check(p, { settings, headers: { ...from, ...headers } })))));
      afterwards.push(await p.client("POST /auth/otp/sign-in/check-code", { body, settings, headers: from }));
    }
    expect(statuses(responses)).toEqual(new Set([401, 429]));
    expect(refused(afterwards).length).toBeGreaterThanOrEqual(1);
  });
});

describe("polling codes", () => {
  // Attack: brute force of polling codes, in parallel, from one machine.
  it("429 beyond 300 guesses a minute; a command line that polls every two seconds passes", async () => {
    const p = await project();
    const ip = limited();
    const { body: login } = await p.client("POST /auth/cli", ip);
    const poll = (code: string) => p.client("POST /auth/cli/poll", { body: { polling_code: code }, ...ip });
    const polls = await Promise.all(times(30, () => poll(login.polling_code)));
    expect(statuses(polls)).toEqual(new Set([200]));
    const guesses = await sendTooMany(300, (index) => poll(`${login.login_code.slice(0, 64)}${index}`));
    expect(statuses(guesses)).toEqual(new Set([400, 429]));
  });
});
