import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import openapiTypeScript from "openapi-typescript";
import { describe, it } from "vitest";
import { REPOSITORY } from "../platform/wrangler";

const compiler = path.join(REPOSITORY, "node_modules/.bin/tsc");

/** A client as people write it on top of the generated types, with what must and must not compile. */
const client = `
import type { components, paths } from "./api";

type Schemas = components["schemas"];
type Get = { [Path in keyof paths as paths[Path] extends { get: unknown } ? Path : never]: paths[Path] };
type Content<Responses, Status> = Status extends keyof Responses
  ? Responses[Status] extends { content: { "application/json": infer Body } } ? Body : never
  : never;
type Responses<Path extends keyof Get> = Get[Path] extends { get: { responses: infer Each } } ? Each : never;

declare function get<Path extends keyof Get>(
  path: Path,
): Promise<{ data: Content<Responses<Path>, 200> } | { error: Content<Responses<Path>, 400 | 404> }>;

export async function nameOf(): Promise<string | null> {
  const found = await get("/users/{user_id}");
  if ("error" in found) {
    const codes: Schemas["KnownError"]["code"] = found.error.code;
    return codes;
  }
  const user: Schemas["ServerUser"] = found.data;
  const team: Schemas["ServerTeam"] | null = user.selected_team;
  const listed = await get("/users");
  const all: Schemas["ServerUser"][] = "data" in listed ? listed.data.items : [];
  // @ts-expect-error A user has no such field.
  all[0]?.no_such_field;
  // @ts-expect-error There is no such path.
  await get("/people");
  return team ? team.display_name : user.display_name;
}
`;

describe("the OpenAPI document", () => {
  it("makes a typed client by a generator, in which a user is one type", async ({ expect }) => {
    const document = JSON.parse(await readFile(path.join(REPOSITORY, "docs/openapi.json"), "utf8"));
    const types = await openapiTypeScript(document);
    // At client tier, and with what servers see.
    expect(types.match(/^ +signed_up_at_millis: number;$/gm)).toHaveLength(2);

    const folder = await mkdtemp(path.join(tmpdir(), "gatehouse-openapi-"));
    try {
      await writeFile(path.join(folder, "api.ts"), types);
      await writeFile(path.join(folder, "client.ts"), client);
      const options = ["--noEmit", "--strict", "--target", "es2024", "client.ts"];
      await expect(promisify(execFile)(compiler, options, { cwd: folder })).resolves.toMatchObject({ stdout: "" });
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it("has at most 22,500 lines", async ({ expect }) => {
    const text = await readFile(path.join(REPOSITORY, "docs/openapi.json"), "utf8");
    expect(text.split("\n").length).toBeLessThanOrEqual(22_500);
  });
});
