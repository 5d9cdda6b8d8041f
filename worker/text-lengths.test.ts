import { exports } from "cloudflare:workers";
import { afterEach, describe, expect, it, vi } from "vitest";
import * as z from "zod";
import { endpoints } from "./contracts";
import { cast } from "./protocol/casting";
import { validatePart } from "./protocol/validation-messages";
import { longest, maximumOf, partWith, placesIn } from "./testing/contract-texts";
import { project, tierHeaders } from "./testing/project";
import { readResponse, sendRequest } from "./testing/send-request";

const places = endpoints.flatMap((endpoint) => placesIn(endpoint).map((place) => ({ endpoint, ...place })));
const nameOf = ({ endpoint, part, path }: (typeof places)[number]) => `${endpoint.key} ${[part, ...path].join(".")}`;
const texts = places.filter(({ schema }) => schema instanceof z.ZodString);

/** Beginnings that patterns can be slow on when they are repeated. */
const repeated = ["a@", ".", "a.", " ", "\u0301\u0316", "%CC%81", "=", '"\\"'];

afterEach(() => {
  vi.restoreAllMocks();
});

describe("what strangers choose the length of", () => {
  it("has a maximum everywhere, which is checked before anything else", () => {
    const wrong = places.filter(({ problem }) => problem !== null);
    expect(wrong.map((place) => `${nameOf(place)}: ${place.problem}`)).toEqual([]);
    expect(texts.length).toBeGreaterThan(100);
  });

  it("meets no pattern when it is too long", () => {
    const executed = vi.spyOn(RegExp.prototype, "exec");
    const tested = vi.spyOn(RegExp.prototype, "test");
    const countsCharacters = String.raw`/[\uD800-\uDBFF]/`;
    const slow = texts.filter(({ part, path, schema, shape }) =>
      repeated.some((beginning) => {
        for (const spy of [executed, tested]) spy.mockClear();
        const sent = beginning.repeat(Math.max(5_000, maximumOf(schema)) / beginning.length + 1);
        const original = partWith([path], sent);
        const value = cast(shape, original, undefined);
        expect(validatePart({ name: part, schema: shape, value, original }).ok).toBe(false);
        const patterns = [executed, tested].flatMap(({ mock }) =>
          mock.calls.flatMap(([text], call) => (text.includes(sent) ? String(mock.contexts[call]) : [])),
        );
        return patterns.some((pattern) => pattern !== countsCharacters);
      }),
    );
    expect(slow.map(nameOf)).toEqual([]);
  });
});

// Attack: one request of the largest size freezes the isolate, and with it everyone whose requests it handles. A pattern of
// quadratic time would need hours for such a text, so that a test which ends shows that none ran.
it("a text of the largest size in a body is refused", async () => {
  const p = await project();
  const { status, body } = await p.client("POST /auth/password/sign-in", {
    body: { email: longest("a@"), password: "x" },
  });
  expect(status).toBe(400);
  expect(body.error).toContain("body.email ");
  expect(body.error.length).toBeLessThan(20_000);
});

describe("a body of the largest size", () => {
  it("is read in one pass, whatever JSON it begins", async () => {
    // Attack: a string without an end, at each of whose quotes a pattern would begin anew.
    for (const body of ['"\\"', '"\\\\', '[{"', "\\ud83d"].map(longest)) {
      const response = await sendText("application/json", body);
      expect(response.status).toBe(400);
      expect(response.body.code).toBe("BODY_PARSING_ERROR");
    }
  });

  it("is refused when it is a form of more fields than a form has", async () => {
    const response = await sendText("application/x-www-form-urlencoded", longest("a&"));
    expect(response.body.code).toBe("BODY_PARSING_ERROR");
  });

  it("is not repeated in the error, neither its keys nor the elements of its lists", async () => {
    const p = await project();
    // Attack: a list of as many elements as are read, each with a complaint of its own, makes the response many times the request.
    const list = Array.from({ length: 49_000 }, () => 1);
    const long = await p.admin("PATCH /internal/projects/current", { body: { config: { oauth_providers: list } } });
    expect(long.body.error).toBe(
      "Request validation failed on PATCH /api/v1/internal/projects/current:\n  - body.config.oauth_providers field must have less than or equal to 100 items",
    );
    const keyed = await p.client("POST /auth/password/sign-in", { body: { [longest("k")]: 1 } });
    expect(keyed.status).toBe(400);
    expect(keyed.body.error.length).toBeLessThan(5_000);
  });

  // Evidence: many-entries-are-refused-in-few-words
  it("is refused in a few words when it has very many entries, whoever sends it", async () => {
    // Attack: a stranger sends a response of a provider with as many fields as fit, each with a complaint of its own. Fewer make a
    // response of megabytes, and more than fit on the stack an internal error.
    const entries = Object.fromEntries(Array.from({ length: 49_000 }, (_, index) => [`f${index}`, 0]));
    const callback = "POST /auth/oauth/callback/{provider_id}";
    const refused = await sendRequest(callback, { params: { provider_id: "google" }, body: entries });
    expect(refused.status).toBe(400);
    expect(refused.body.error).toBe(
      "Request validation failed on POST /api/v1/auth/oauth/callback/google:\n  - body must have at most 100 fields",
    );
    const p = await project();
    const offer = { display_name: "Pro", customer_type: "user", prices: entries };
    const body = { customer_type: "user", customer_id: "ada", inline_offer: offer };
    const priced = await p.server("POST /payments/purchases/create-purchase-url", { body });
    expect(priced.status).toBe(400);
    expect(priced.body.error).toContain("  - An offer has at most 100 prices");
    expect(priced.body.error.length).toBeLessThan(500);
  });
});

describe("half of a surrogate pair", () => {
  // Attack: a text that no encoding can store is something else when it is read back. It then matches what it did not match when it was
  // checked.
  it.each([
    ["in a value", String.raw`{"display_name":"a\ud800b"}`, 400],
    ["in a key", String.raw`{"client_metadata":{"\uDC00":1}}`, 400],
    ["in metadata", String.raw`{"client_metadata":["\ud83dx"]}`, 400],
    ["twice the first half", String.raw`{"display_name":"\ud83d\ud83d"}`, 400],
    [
      "both halves, and a backslash before what looks like one",
      String.raw`{"display_name":"\uD83D\ude00 \\ud800"}`,
      201,
    ],
  ])("%s: %s is %i", async (_, body, status) => {
    const p = await project();
    const headers = { ...tierHeaders(p.id, "server", p.keys.server), "content-type": "application/json" };
    const init = { method: "POST", headers, body };
    const response = await readResponse(
      await exports.default.fetch(new Request("http://localhost:8787/api/v1/users", init)),
    );
    expect(response.status).toBe(status);
    if (status === 400) expect(response.body.code).toBe("BODY_PARSING_ERROR");
    else expect(response.body.display_name).toBe("😀 \\ud800");
  });

  it("in a patch of the configuration", async () => {
    const p = await project();
    const patch = String.raw`{"rbac.permissions.a":{"description":"\ud800"}}`;
    const response = await p.admin("PATCH /internal/config/override", { body: { config_override_string: patch } });
    expect([response.status, response.body]).toEqual([400, "Invalid config JSON"]);
  });
});

describe("the host of a URL", () => {
  it("is measured before it is brought into a normal form of Unicode", async () => {
    // Attack: combining marks, which that form sorts in quadratic time: these take more than a minute.
    const p = await project();
    const url = `https://a${"\u0301\u0316".repeat(250_000)}.example/`;
    const signUp = await p.client("POST /auth/password/sign-up", {
      body: { email: "ada@example.com", password: "correct horse", verification_callback_url: url },
    });
    expect(signUp.status).toBe(400);
    expect(signUp.body.error).toContain("body.verification_callback_url is not a valid URL");
    const token = await sendRequest("POST /auth/oauth/token", {
      body: {
        grant_type: "authorization_code",
        client_id: p.id,
        client_secret: p.keys.client,
        code: "x",
        code_verifier: "x",
        redirect_uri: url,
      },
    });
    expect(token.status).toBe(400);
  });
});

async function sendText(contentType: string, body: string) {
  const init = { method: "POST", headers: { "content-type": contentType }, body };
  return readResponse(await exports.default.fetch(new Request("http://localhost:8787/api/v1/check-version", init)));
}
