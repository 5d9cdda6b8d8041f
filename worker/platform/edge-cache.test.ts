import { describe, expect, it } from "vitest";
import { type Cacheable, fromEdge } from "./edge-cache";
import { newId } from "./secrets";

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
