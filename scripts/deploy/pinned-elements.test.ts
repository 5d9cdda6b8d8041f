import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { describe, it, onTestFinished } from "vitest";
import { integrityOf } from "../build/embed";
import { keepPinnedElements } from "./pinned-elements";

const release = (files: Record<string, string>) => ({
  files: Object.fromEntries(Object.entries(files).map(([name, code]) => [name, integrityOf(code)])),
});

/** A deployed site with these files; at other addresses it serves its document, as Pages does. */
async function deployedSite(files: Record<string, unknown>): Promise<string> {
  const server = createServer(({ url = "" }, response) => {
    const file = files[url];
    response.setHeader("Content-Type", file === undefined ? "text/html" : "application/json");
    response.end(file === undefined ? "<!doctype html>" : typeof file === "string" ? file : JSON.stringify(file));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const address = server.address();
  return `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`;
}

/** The folder of a site that was just built with one version. */
async function builtSite(version: string): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), "gatehouse-site-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  await mkdir(path.join(folder, "embed", version), { recursive: true });
  await writeFile(path.join(folder, "embed/versions.json"), JSON.stringify([version]));
  return folder;
}

describe("a deployment", () => {
  it("keeps the versions that websites may have pinned", async ({ expect }) => {
    const site = await deployedSite({
      "/embed/versions.json": ["2", "1"],
      "/embed/1/integrity.json": release({ "embed.js": "one()" }),
      "/embed/1/embed.js": "one()",
      "/embed/2/integrity.json": release({ "embed.js": "two()" }),
      "/embed/2/embed.js": "two()",
    });
    const folder = await builtSite("2");
    expect(await keepPinnedElements(site, folder)).toEqual(["2", "1"]);
    expect(await readFile(path.join(folder, "embed/1/embed.js"), "utf8")).toBe("one()");
    expect(await readdir(path.join(folder, "embed/1"))).toEqual(["embed.js", "integrity.json"]);
    expect(JSON.parse(await readFile(path.join(folder, "embed/versions.json"), "utf8"))).toEqual(["2", "1"]);
  });

  it("has nothing to keep the first time", async ({ expect }) => {
    expect(await keepPinnedElements(await deployedSite({}), await builtSite("1"))).toEqual(["1"]);
  });

  it("stops at a file that is not the one of its version", async ({ expect }) => {
    // Attack: who has changed the deployed site makes the next deployment carry the change on.
    const site = await deployedSite({
      "/embed/versions.json": ["1"],
      "/embed/1/integrity.json": release({ "embed.js": "one()" }),
      "/embed/1/embed.js": "changed()",
    });
    await expect(keepPinnedElements(site, await builtSite("2"))).rejects.toThrow("is not the file of its version");
  });

  it("stops at a name that leaves the folder", async ({ expect }) => {
    // Attack: a site that was taken over writes into the files of who deploys.
    const site = await deployedSite({
      "/embed/versions.json": ["../1", "1"],
      "/embed/1/integrity.json": release({ "../../../evil.js": "evil()" }),
    });
    await expect(keepPinnedElements(site, await builtSite("2"))).rejects.toThrow("is not the file of its version");
  });
});
