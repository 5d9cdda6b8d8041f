/**
 * This global set-up of the worker tests starts a server that stands in for every OAuth vendor, at the vendors' own addresses. In
 * vitest.config.ts every outgoing request of the Worker is routed there. The server is as strict as the vendors are. It checks
 * parameters, client secret, PKCE and redirect address, and a code works once.
 *
 * The header `x-visit` tells the authorization endpoint who signs in, and what goes wrong (`worker/testing/vendors.ts`).
 */
import { createHash, randomUUID, verify } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import type { TestProject } from "vitest/node";
import type { Visit } from "../../worker/testing/vendor-visit";
import { respondAsModel } from "./model-server";
import { idTokenOf, publicKeys } from "./oauth-id-tokens";
import { type TokenRefusal, type VendorShape, vendorShapes } from "./oauth-vendor-shapes";
import { respondAsStripe } from "./stripe-service";
import { respondAsReceiver, respondAsResend, respondAsSvix, respondWithRange } from "./vendor-services";

interface Grant {
  visit: Visit;
  authorization: URLSearchParams;
}

/** A vendor's response; undefined for none. */
type Reply = { status: number; headers?: Record<string, string>; body: unknown } | undefined;

class Vendor {
  readonly #codes = new Map<string, Grant>();
  readonly #tokens = new Map<string, Grant>();

  constructor(
    readonly name: string,
    readonly shape: VendorShape,
  ) {}

  /** Its API consists of the addresses that it has documents for. */
  async respond(request: IncomingMessage, url: URL): Promise<Reply | "elsewhere"> {
    const resource = url.host + url.pathname;
    if (resource === this.shape.authorization) return this.#authorize(request, url.searchParams);
    if (resource === this.shape.token) return this.#exchange(request);
    if (resource === this.shape.openId?.keys) return { status: 200, body: publicKeys() };
    return this.#readApi(request, resource);
  }

  #authorize(request: IncomingMessage, authorization: URLSearchParams): Reply {
    const visit: Visit = JSON.parse(decodeURIComponent(String(request.headers["x-visit"] ?? "{}")));
    const complaint = this.#complaintAbout(authorization);
    if (complaint) return { status: 400, body: complaint };
    const code = randomUUID();
    this.#codes.set(code, { visit, authorization });
    const given = visit.trouble === "denied" ? this.shape.denial : { code, ...this.shape.withCode };
    const callback = new URL(authorization.get("redirect_uri") ?? "");
    const parameters = { ...given, state: authorization.get("state") ?? "", ...visit.callback };
    if (this.shape.respondsByForm) {
      const inputs = Object.entries(parameters).map(
        ([name, value]) => `<input name="${name}" value="${value.replaceAll('"', "&quot;")}">`,
      );
      const form = `<form method="post" action="${callback}">${inputs.join("")}</form>`;
      return { status: 200, headers: { "content-type": "text/html" }, body: form };
    }
    for (const [name, value] of Object.entries(parameters)) callback.searchParams.set(name, value);
    return { status: 302, headers: { location: callback.href }, body: "" };
  }

  #complaintAbout(authorization: URLSearchParams): string | undefined {
    const rules: Record<string, boolean> = {
      client_id: authorization.get("client_id") === `${this.name}-client`,
      redirect_uri: URL.canParse(authorization.get("redirect_uri") ?? ""),
      response_type: authorization.get("response_type") === "code",
      response_mode: authorization.get("response_mode") === (this.shape.respondsByForm ? "form_post" : null),
      state: Boolean(authorization.get("state")),
      scope: Boolean(authorization.get("scope")),
      code_challenge: this.shape.refusesPkce
        ? !authorization.has("code_challenge")
        : authorization.get("code_challenge_method") === "S256" && authorization.get("code_challenge")?.length === 43,
    };
    return Object.keys(rules).find((name) => !rules[name]);
  }

  async #exchange(request: IncomingMessage): Promise<Reply> {
    const form = new URLSearchParams(await text(request));
    const isRefresh = form.get("grant_type") === "refresh_token";
    const key = form.get(isRefresh ? "refresh_token" : "code") ?? "";
    const grant = (isRefresh ? this.#tokens : this.#codes).get(key);
    this.#codes.delete(key);
    if (!grant) return this.#refuse("invalid_grant");
    const { visit, authorization } = grant;
    switch (visit.trouble) {
      case "slow":
        return undefined;
      case "broken":
        return { status: 502, headers: { "content-type": "text/html" }, body: "<h1>Bad gateway</h1>" };
      case "token-error":
        return this.#refuse("invalid_grant");
    }
    if (!this.#isClient(request, form, visit)) return this.#refuse("invalid_client");
    if (!isRefresh && form.get("redirect_uri") !== authorization.get("redirect_uri"))
      return this.#refuse("invalid_grant");
    const challenge = authorization.get("code_challenge");
    const verifier = createHash("sha256")
      .update(form.get("code_verifier") ?? "")
      .digest("base64url");
    if (!isRefresh && challenge && verifier !== challenge) return this.#refuse("invalid_grant");
    return { status: 200, body: this.#issue(grant, form) };
  }

  #isClient(request: IncomingMessage, form: URLSearchParams, visit: Visit): boolean {
    const { clientKey, clientSecret = `${this.name}-secret`, isPublicClient } = visit;
    const id = `${this.name}-client`;
    const proof = proofIn(form);
    if (clientKey) return form.get("client_id") === id && isSignedBy(clientKey, proof);
    if (isPublicClient) return form.get("client_id") === id && proof === "" && !request.headers.authorization;
    if (this.shape.takesSecretBy === "post") return form.get("client_id") === id && proof === clientSecret;
    const credentials = new URLSearchParams({ [id]: clientSecret }).toString().replace("=", ":");
    return request.headers.authorization === `Basic ${Buffer.from(credentials).toString("base64")}`;
  }

  #refuse(refusal: TokenRefusal): Reply {
    return this.shape.refusals[refusal];
  }

  #issue(grant: Grant, form: URLSearchParams): object {
    const { visit, authorization } = grant;
    const access_token = visit.echoesProof ? proofIn(form) : randomUUID();
    const refresh_token = randomUUID();
    this.#tokens.set(access_token, grant).set(refresh_token, grant);
    const { openId, givesRefreshToken, tokens } = this.shape;
    const now = Math.floor(Date.now() / 1000);
    const claims = openId && {
      iss: openId.issuer,
      aud: authorization.get("client_id"),
      iat: now,
      exp: now + 3600,
      ...(authorization.has("nonce") && { nonce: authorization.get("nonce") }),
      ...openId.claims(visit.person),
      ...visit.claims,
    };
    return {
      access_token,
      ...tokens,
      ...(givesRefreshToken && { refresh_token }),
      ...(claims && { id_token: idTokenOf(claims, visit.forgery) }),
      ...visit.tokens,
    };
  }

  #readApi(request: IncomingMessage, resource: string): Reply | "elsewhere" {
    const grant = this.#tokens.get(request.headers.authorization?.replace(/^Bearer /, "") ?? "");
    const noPerson = { id: "0", name: "", email: "", emailVerified: false, picture: "" };
    const document = this.shape.api(resource, grant?.visit.person ?? noPerson);
    if (document === undefined) return "elsewhere";
    if (!grant) return { status: 401, body: { message: "Bad credentials" } };
    if (this.shape.demands && !request.headers[this.shape.demands])
      return { status: 403, body: { message: "Forbidden" } };
    const { api } = grant.visit;
    const bent = api?.[resource];
    if (bent) return bent.isSilent ? undefined : { status: bent.status ?? 200, body: bent.body };
    return { status: 200, body: grant.visit.trouble === "malformed" ? { greeting: "hello" } : document };
  }
}

/** Returns what a client proves itself with in the body. */
function proofIn(form: URLSearchParams): string {
  return form.get("client_assertion") ?? form.get("client_secret") ?? "";
}

function isSignedBy(clientKey: JsonWebKey, jwt: string): boolean {
  const [header = "", payload = "", signature = ""] = jwt.split(".");
  const key = { key: clientKey as never, format: "jwk" as const, dsaEncoding: "ieee-p1363" as const };
  return verify("sha256", Buffer.from(`${header}.${payload}`), key, Buffer.from(signature, "base64url"));
}

const vendors = Object.entries(vendorShapes).map(([name, shape]) => new Vendor(name, shape));

/** Each path of `bad.test` misbehaves in its own way. */
function misbehave(way: string, response: ServerResponse): void {
  switch (way) {
    case "plain":
      response.writeHead(418, { "content-type": "text/x-tea" }).end("short");
      break;
    case "endless-wait":
      response.writeHead(200, { "content-type": "text/plain" }).write("a");
      break;
    case "flood":
      response.writeHead(200, { "content-type": "text/plain" }).end(Buffer.alloc(262_145, "a"));
      break;
    case "redirect":
      response.writeHead(302, { location: "https://bad.test/plain" }).end();
      break;
    case "cookie":
      response.writeHead(200, { "content-type": "text/plain", "set-cookie": "a=b" }).end();
      break;
  }
}

/** The path begins with the host that was meant. */
async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = new URL(`https:/${request.url}`);
  if (url.host === "bad.test") return misbehave(url.pathname.slice(1), response);
  if (url.host === "model.test") {
    await respondAsModel(request, url.pathname, response);
    return;
  }
  if (url.host === "receiver.example.net") {
    await respondAsReceiver(request, url.pathname, response);
    return;
  }
  if (url.host === "api.resend.com") {
    await respondAsResend(request, url, response);
    return;
  }
  if (url.host === "api.stripe.com") {
    await respondAsStripe(request, url, response);
    return;
  }
  if (url.host === "api.svix.com") {
    await respondAsSvix(request, url, response);
    return;
  }
  if (url.host === "passwords.test") {
    await respondWithRange(request, url.pathname, response);
    return;
  }
  for (const vendor of vendors) {
    const reply = await vendor.respond(request, url);
    if (reply === "elsewhere") continue;
    if (!reply) return;
    const { status, headers = { "content-type": "application/json" }, body } = reply;
    response.writeHead(status, headers).end(typeof body === "string" ? body : JSON.stringify(body));
    return;
  }
  response.writeHead(404).end();
}

export async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  const server = createServer((request, response) => {
    respond(request, response).catch((error: unknown) => response.writeHead(500).end(String(error)));
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  provide("oauthVendors", { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
  return () =>
    new Promise((done) => {
      server.close(() => done());
      server.closeAllConnections();
    });
}
