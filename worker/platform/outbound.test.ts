import { describe, expect, it } from "vitest";
import { openOutbound } from "./outbound";

/** A page of the stand-in server that responses in some bad way. */
function bad(way: string): string {
  return `https://bad.test/${way}`;
}

describe("a request to another server", () => {
  it("hands on status, content type and body", async () => {
    const response = await openOutbound(5000)(bad("plain"));
    expect([response.status, response.headers.get("content-type"), await response.text()]).toEqual([
      418,
      "text/x-tea",
      "short",
    ]);
  });

  it("is given up when nothing comes in time", async () => {
    await expect(openOutbound(100)(bad("silence"))).rejects.toMatchObject({
      problem: "timeout",
      message: "bad.test did not answer within 100 ms",
    });
  });

  it("is given up when the body does not end in time", async () => {
    // Attack: a server that holds the Worker by sending one byte, and never the rest.
    await expect(openOutbound(200)(bad("endless-wait"))).rejects.toMatchObject({ problem: "timeout" });
  });

  it("is given up when the response is too long", async () => {
    // Attack: a server that fills the Worker's memory.
    await expect(openOutbound(5000)(bad("flood"))).rejects.toMatchObject({
      problem: "too-large",
      message: "bad.test answered with more than 262144 bytes",
    });
  });

  it("does not follow a redirect", async () => {
    // Attack: a redirect that carries a client's secret to another server.
    const response = await openOutbound(5000)(bad("redirect"), { headers: { authorization: "Basic c2VjcmV0" } });
    expect(response.status).toBe(302);
  });

  it("keeps no cookie", async () => {
    const response = await openOutbound(5000)(bad("cookie"));
    expect([...response.headers.keys()]).toEqual(["content-type"]);
  });
});
