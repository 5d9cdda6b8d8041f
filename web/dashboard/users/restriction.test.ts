import { describe, it } from "vitest";
import { restrictionCode } from "./restriction";

describe("a restriction as code", () => {
  it("sends the requests that were sent, whatever the reason holds", async ({ expect }) => {
    // Attack: a reason that ends the text it stands in, so that who pastes the code runs the rest.
    const reason = '"}); evil(); ({"';
    const sent: [string, { method: string; headers: Record<string, string>; body?: string }][] = [];
    const run = async (code: string) =>
      new Function("fetch", "process", `return (async () => {${code}})()`)(
        (...request: (typeof sent)[number]) => sent.push(request),
        { env: { GATEHOUSE_PROJECT_ID: "p", GATEHOUSE_SECRET_SERVER_KEY: "k" } },
      );
    await run(restrictionCode("https://api.example", ["u1"], reason));
    await run(restrictionCode("https://api.example", ["u1", "u2"], undefined));
    const headers = { "x-stack-access-type": "server", "x-stack-project-id": "p", "x-stack-secret-server-key": "k" };
    const lift = { method: "DELETE", headers };
    expect(sent).toEqual([
      [
        "https://api.example/api/v1/users/u1/restriction",
        {
          method: "PUT",
          headers: { "content-type": "application/json", ...headers },
          body: JSON.stringify({ reason }),
        },
      ],
      ["https://api.example/api/v1/users/u1/restriction", lift],
      ["https://api.example/api/v1/users/u2/restriction", lift],
    ]);
  });
});
