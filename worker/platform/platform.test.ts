import { decodeBase64urlIgnorePadding } from "@oslojs/encoding";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { password, signUp } from "../testing/password-sign-ins";
import { project } from "../testing/project";
import { sendAndSettle } from "../testing/send-request";
import { cursorsOf } from "./cursors";
import { type Cacheable, fromEdge } from "./edge-cache";
import { endUserIp } from "./geo";
import { RecentRequests } from "./recent-requests";
import { newId } from "./secrets";
import { readProgram, readUserAgent } from "./user-agent";

const readerOf = (serverSecrets: { current: string; previous?: string }, projectId = "p1") => ({
  settings: { serverSecrets },
  projectId,
});
const reader = readerOf({ current: "root-secret" });
const place = { createdAt: 1_798_761_599_000, id: newId(), name: "Zoë" };
const cursors = cursorsOf<typeof place>("teams");

describe("a cursor", () => {
  it("carries its place, the same place in the same cursor, and another one in another", async () => {
    const cursor = await cursors.write(reader, place);
    expect(cursor).toMatch(/^[\w-]{50,}$/);
    expect(await cursors.read(reader, cursor ?? "")).toEqual(place);
    expect(await cursors.write(reader, { ...place })).toBe(cursor);
    expect(await cursors.write(reader, { ...place, createdAt: 0 })).not.toBe(cursor);
  });

  it("is none where no page follows, and none begins the first page", async () => {
    expect([await cursors.write(reader, undefined), await cursors.read(reader, undefined)]).toEqual([null, undefined]);
  });

  it("is read under a root secret that was replaced, and no longer once that is gone", async () => {
    const cursor = (await cursors.write(reader, place)) ?? "";
    expect(await cursors.read(readerOf({ current: "next-secret", previous: "root-secret" }), cursor)).toEqual(place);
    expect(await cursors.read(readerOf({ current: "next-secret" }), cursor)).toBeNull();
  });

  // Evidence: cursor-taken-apart-taken-elsewhere
  it("is refused in another project and another list, changed, cut, and where it was never one", async () => {
    // Attack: an owner takes a cursor apart. The number of a row tells them how many users all projects have. With a changed cursor
    // they begin a list at a place of their own making.
    const cursor = (await cursors.write(reader, place)) ?? "";
    const shown = new TextDecoder().decode(decodeBase64urlIgnorePadding(cursor));
    for (const part of [place.id, String(place.createdAt), place.name]) expect(shown).not.toContain(part);
    expect(await cursors.read(readerOf({ current: "root-secret" }, "p2"), cursor)).toBeNull();
    expect(await cursorsOf("projects").read(reader, cursor)).toBeNull();
    const changed = [`${cursor.startsWith("A") ? "B" : "A"}${cursor.slice(1)}`, cursor.slice(0, -4), `${cursor}AAAA`];
    for (const made of [...changed, "", "A", "first", "§", newId(), btoa(JSON.stringify(place))]) {
      expect({ made, place: await cursors.read(reader, made) }).toEqual({ made, place: null });
    }
  });
});

/** Requests what is made as the number of the call, under a key of the test's own. */
function newDocument(made: () => Response | undefined = () => undefined) {
  const name = newId();
  let calls = 0;
  return async (version: string, options: Partial<Cacheable> = {}) => {
    const deferred: (() => Promise<unknown>)[] = [];
    const response = await fromEdge(
      {
        key: `${version}/${name}`,
        seconds: 60,
        cacheControl: "public, max-age=300",
        apiUrl: "http://localhost:8787",
        defer: (work) => void deferred.push(work),
        ...options,
      },
      async () => {
        calls += 1;
        return made() ?? new Response(`made ${calls}`, { headers: { ETag: `"${version}"`, "X-Own": "yes" } });
      },
    );
    for (const work of deferred) await work();
    return response;
  };
}

describe("fromEdge", () => {
  it("makes a response once and keeps it with its headers, for clients to cache as they are told", async () => {
    const read = newDocument();
    for (const _ of ["made", "kept", "kept"]) {
      const response = await read("v1");
      expect([await response?.text(), response?.headers.get("etag"), response?.headers.get("x-own")]).toEqual([
        "made 1",
        '"v1"',
        "yes",
      ]);
      expect(response?.headers.get("cache-control")).toBe("public, max-age=300");
    }
  });

  it("makes it anew for another version", async () => {
    const read = newDocument();
    expect(await (await read("v1"))?.text()).toBe("made 1");
    expect(await (await read("v2"))?.text()).toBe("made 2");
    expect(await (await read("v1"))?.text()).toBe("made 1");
  });

  it("keeps nothing but a 200", async () => {
    const statuses = [404, 200];
    const read = newDocument(() => new Response("x", { status: statuses.shift() ?? 500 }));
    expect((await read("v1"))?.status).toBe(404);
    expect((await read("v1"))?.status).toBe(200);
    expect((await read("v1"))?.status).toBe(200);
  });
});

const chromeOnLinux =
  "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36";

function request(headers: Record<string, string>, cf?: object): Request {
  const plain = new Request("https://api.example.com/", { headers });
  return cf ? new Request(plain, { cf } as RequestInit) : plain;
}

describe("the origin of a request", () => {
  it("is what the edge reports about a browser, coordinates as numbers", () => {
    const cf = {
      country: "DE",
      regionCode: "BE",
      city: "Berlin",
      latitude: "52.52",
      longitude: "13.405",
      timezone: "Europe/Berlin",
    };
    expect(endUserIp(request({ "cf-connecting-ip": "203.0.113.7", "user-agent": chromeOnLinux }, cf))).toEqual({
      ip: "203.0.113.7",
      countryCode: "DE",
      regionCode: "BE",
      cityName: "Berlin",
      latitude: 52.52,
      longitude: 13.405,
      tzIdentifier: "Europe/Berlin",
    });
  });

  it.each(["127.0.0.1", "::1", "10.1.2.3", "172.20.0.1", "192.168.1.7", "fd00::1", "fe80::1"])(
    "has no place for the local address %s, whatever is said of it",
    (ip) => {
      expect(
        endUserIp(request({ "cf-connecting-ip": ip, "user-agent": chromeOnLinux }, { country: "US", city: "Austin" })),
      ).toEqual({
        ip,
        countryCode: null,
        regionCode: null,
        cityName: null,
        latitude: null,
        longitude: null,
        tzIdentifier: null,
      });
    },
  );

  it("is an address alone where the edge has no location", () => {
    expect(endUserIp(request({ "cf-connecting-ip": "2001:db8::1", "user-agent": chromeOnLinux }))).toEqual({
      ip: "2001:db8::1",
      countryCode: null,
      regionCode: null,
      cityName: null,
      latitude: null,
      longitude: null,
      tzIdentifier: null,
    });
  });

  it("is nothing for a program, whose address is not the end user's", () => {
    for (const agent of [{ "user-agent": "node" }, { "user-agent": "curl/8.0" }, {}]) {
      expect(endUserIp(request({ "cf-connecting-ip": "203.0.113.7", ...agent } as Record<string, string>))).toBeNull();
    }
  });

  it("attack: a caller writes an address of their choice into a header that proxies use", () => {
    const forged = { "x-forwarded-for": "198.51.100.1", "x-real-ip": "198.51.100.1", forwarded: "for=198.51.100.1" };
    expect(endUserIp(request({ ...forged, "user-agent": chromeOnLinux }))).toBeNull();
    expect(endUserIp(request({ ...forged, "cf-connecting-ip": "203.0.113.7", "user-agent": chromeOnLinux }))?.ip).toBe(
      "203.0.113.7",
    );
  });
});

const chrome = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0";
const webKit = "AppleWebKit/605.1.15 (KHTML, like Gecko)";

describe("readUserAgent", () => {
  it.each([
    [`${chrome} Safari/537.36`, "Chrome", "Windows", "desktop"],
    [`${chrome} Safari/537.36 Edg/141.0`, "Microsoft Edge", "Windows", "desktop"],
    ["Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0", "Firefox", "Linux", "desktop"],
    [`Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${webKit} Version/26.0 Safari/605`, "Safari", "macOS", "desktop"],
    [
      `Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) ${webKit} Version/18.1 Mobile/15E148 Safari/604.1`,
      "Safari",
      "iOS",
      "mobile",
    ],
    ["Mozilla/5.0 <b>Unheard of</b>", null, null, null],
  ])("%s", async (text, browser, system, device) => {
    expect(await readUserAgent(text)).toEqual({ browser, system, device });
  });
});

describe("readProgram", () => {
  it.each([
    ["node", "Node.js"],
    ["undici", "Node.js"],
    ["curl/8.5.0", "curl"],
    ["python-requests/2.32", "Python"],
    ["Go-http-client/2.0", "Go"],
    [`${chrome} Safari/537.36`, "Chrome on Windows"],
    ["", null],
    // Attack: a sender that names itself, so that a page that shows the name vouches for it.
    ["Acme Support (verified)", null],
    ["nodeAcme Support", null],
  ])("%s", async (text, name) => {
    expect(await readProgram(text)).toBe(name);
  });
});

const owner = { projectId: "shop", network: "192.0.2.1" };

describe("recent requests", () => {
  it("of others are those of another project from another network", ({ expect }) => {
    const recent = new RecentRequests();
    recent.note("shop", "192.0.2.1", 0);
    recent.note("shop", "192.0.2.2", 0);
    recent.note("blog", "192.0.2.1", 0);
    expect(recent.ofOthers(owner, 0)).toBe(0);
    recent.note("blog", "192.0.2.3", 0);
    expect(recent.ofOthers(owner, 0)).toBe(1);
    expect(recent.ofOtherNetworks(owner, 0)).toBe(2);
    expect(recent.ofProjectElsewhere(owner, 0)).toBe(1);
    expect(recent.ofOthers({ projectId: null, network: "192.0.2.9" }, 0)).toBe(4);
  });

  it("are those of the last second or two", ({ expect }) => {
    const recent = new RecentRequests();
    recent.note("blog", "192.0.2.3", 10_000);
    expect(recent.ofOthers(owner, 10_999)).toBe(1);
    recent.note("blog", "192.0.2.3", 11_000);
    expect(recent.ofOthers(owner, 11_999)).toBe(2);
    expect(recent.ofOthers(owner, 12_000)).toBe(1);
    expect(recent.ofOthers(owner, 14_000)).toBe(0);
  });

  it("are kept where a request's clock is a little behind that of another", ({ expect }) => {
    const recent = new RecentRequests();
    recent.note("blog", "192.0.2.3", 10_000);
    expect(recent.ofOthers(owner, 9_998)).toBe(1);
    expect(recent.ofOthers(owner, 10_001)).toBe(1);
  });
});

/** The lines that are logged until the end of the test. */
function logged(): string[] {
  const lines: string[] = [];
  const log = vi.spyOn(console, "log").mockImplementation((line) => void lines.push(line));
  onTestFinished(() => log.mockRestore());
  return lines;
}

const settings = { REQUEST_LOG: "on" };

describe("the log of requests", () => {
  it("has one line of JSON for a request, with its id, endpoint, outcome and cost", async () => {
    const p = await project();
    const lines = logged();
    const response = await p.admin("GET /internal/api-keys", { settings });
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      {
        message: "request",
        request_id: response.headers.get("x-stack-request-id"),
        project_id: p.id,
        endpoint: "GET /internal/api-keys",
        status: 200,
        round_trips: 1,
        rows_read: expect.any(Number),
        rows_written: 0,
      },
    ]);
  });

  it("has the true status of an error, and no project that was not proven", async () => {
    const p = await project();
    const lines = logged();
    await sendAndSettle("GET /internal/api-keys", {
      settings,
      headers: {
        "x-stack-project-id": p.id,
        "x-stack-access-type": "admin",
        "x-stack-super-secret-admin-key": "wrong",
        "x-stack-override-error-status": "true",
      },
    });
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ project_id: null, status: 401 }]);
  });

  it("has one line without the path of a request that no endpoint takes", async () => {
    // Attack: a path forges a line of the log, or carries a secret into it.
    const lines = logged();
    await sendAndSettle('GET /nothing%0A{"message":"request"}', { settings, query: { token: "hidden" } });
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ endpoint: "unknown path", status: 404 }]);
    expect(lines.join()).not.toMatch(/hidden|nothing/);
  });

  it("has nothing of users, and is off unless it is switched on", async () => {
    const p = await project();
    const lines = logged();
    const user = await signUp(p);
    expect(lines).toEqual([]);
    const headers = { "user-agent": "Mozilla/5.0 (Browser)", "cf-connecting-ip": "203.0.113.9" };
    const body = { email: user.email, password };
    await p.client("POST /auth/password/sign-in", { settings, headers, body });
    expect(lines).toHaveLength(1);
    expect(lines.join()).not.toMatch(new RegExp(`${user.email}|${user.user_id}|Browser|203\\.0|${password}`));
  });
});
