import { readFile } from "node:fs/promises";
import path from "node:path";
import { describe, it } from "vitest";
import { REPOSITORY } from "../../../scripts/platform/wrangler";
import { fencedBlocks, namedBlocks } from "../../../scripts/testing/fenced-blocks";
import { GatehouseClientApp } from "../../kit";
import {
  backendExample,
  cliExample,
  environmentFile,
  hostedExample,
  installCommand,
  javaScriptExample,
  keyPlaceholders,
  nextExample,
  reactExample,
  tagExample,
} from "./snippets";

const project = { apiUrl: "https://api.example.com", projectId: "6f9e4a52-3f0c-4d2a-9c0d-0b8d6f2f1a01" };

describe("environmentFile", () => {
  it("contains only the given keys, under the names that the kit reads", ({ expect }) => {
    expect(environmentFile(project, { publishableClientKey: "pck_1", superSecretAdminKey: "sak_1" })).toBe(
      [
        "GATEHOUSE_API_URL=https://api.example.com",
        "GATEHOUSE_PROJECT_ID=6f9e4a52-3f0c-4d2a-9c0d-0b8d6f2f1a01",
        "GATEHOUSE_PUBLISHABLE_CLIENT_KEY=pck_1",
        "GATEHOUSE_SUPER_SECRET_ADMIN_KEY=sak_1",
      ].join("\n"),
    );
  });
});

const setup = {
  apiUrl: "https://api.example.com",
  projectId: "6f9e4a52-3f0c-4d2a-9c0d-0b8d6f2f1a01",
  publishableClientKey: "pck_1",
  siteUrl: "https://login.example.com",
};

describe("examples for the browser", () => {
  for (const [name, example] of Object.entries({ reactExample, javaScriptExample })) {
    it(`${name} contains the project and the API address, and no secret`, ({ expect }) => {
      const code = example(setup);
      expect(code).toContain('projectId: "6f9e4a52-3f0c-4d2a-9c0d-0b8d6f2f1a01"');
      expect(code).toContain('publishableClientKey: "pck_1"');
      expect(code).toContain('baseUrl: "https://api.example.com"');
      expect(code).not.toMatch(/secret/i);
    });
  }

  it("hostedExample also has the address of the site", ({ expect }) => {
    const code = hostedExample(setup);
    expect(code).toContain('hosted: "https://login.example.com",\n});');
  });

  it("those with pages of Gatehouse's are shorter than ten lines", ({ expect }) => {
    for (const code of [reactExample(setup), hostedExample(setup)]) {
      expect(code.split("\n").length).toBeLessThan(10);
    }
  });

  it("tagExample is a page of less than ten lines with the project, its key and the address of the site", ({
    expect,
  }) => {
    const code = tagExample(setup);
    expect(code).toContain('src="https://login.example.com/embed.js"');
    expect(code).toContain(`data-project-id="${setup.projectId}" data-publishable-client-key="pck_1"`);
    expect(code.split("\n").length).toBeLessThan(10);
  });
});

/** The code of all files of the example for Next.js with pages of the website's own. */
const nextWithOwnPages = async () =>
  (await namedBlocks("docs/react.md", "typescript"))
    .slice(nextExample(setup).length)
    .map(([name, code]) => `// ${name}\n${code}`)
    .join("\n");

describe("the pages to which emails, providers and redirects of an example lead", () => {
  it.for<[name: string, code: string | Promise<string>, handler?: string]>([
    ["JavaScript", javaScriptExample(setup)],
    ["hosted pages", hostedExample(setup)],
    ["a command line", cliExample(setup)],
    ["Next.js with hosted pages", nextExample(setup).join("\n")],
    ["Next.js with pages of its own", nextWithOwnPages(), "// app/handler/[...stack]/page.tsx"],
    ["React", reactExample(setup), 'location.pathname.startsWith("/handler/") ? <GatehouseHandler'],
  ])("for %s are hosted ones, or in the example", async ([, code, handler], { expect }) => {
    const text = await code;
    const hosted = /hosted: "([^"]+)"/.exec(text)?.[1];
    const { home, afterSignIn, afterSignUp, afterSignOut, ...pages } = new GatehouseClientApp({
      ...{ baseUrl: setup.apiUrl, projectId: setup.projectId, publishableClientKey: setup.publishableClientKey },
      ...{ tokenStore: "memory", redirectMethod: "none", ...(hosted && { hosted }) },
    }).urls;
    // Every website has the first of these.
    expect([home, afterSignIn, afterSignUp, afterSignOut]).toEqual(["/", "/", "/", "/"]);
    const own = Object.values(pages).filter((url) => !url.startsWith(`${setup.siteUrl}/handler`));
    if (handler === undefined) expect(own).toEqual([]);
    else expect(text).toContain(handler);
  });
});

describe("examples of the documents", () => {
  it("are those of the dashboard: in README, the kit's README, the guide to React and on the landing page", async ({
    expect,
  }) => {
    const siteUrl = "http://localhost:5173";
    const setup = { ...keyPlaceholders, apiUrl: "http://localhost:8787", siteUrl, projectId: "your-project-id" };
    expect(await fencedBlocks("README.md", "html")).toEqual([tagExample(setup)]);
    expect(await fencedBlocks("README.md", "tsx")).toEqual([reactExample(setup)]);
    const ofNext = nextExample(setup);
    expect((await namedBlocks("docs/react.md", "typescript")).slice(0, ofNext.length)).toEqual(ofNext);
    expect(await fencedBlocks("web/kit/README.md", "ts")).toEqual([javaScriptExample(setup), hostedExample(setup)]);
    expect(await fencedBlocks("web/kit/README.md", "tsx")).toEqual([reactExample(setup)]);
    expect(await fencedBlocks("web/kit/README.md", "js")).toEqual([backendExample]);
    expect(await fencedBlocks("web/kit/README.md", "sh")).toContain(environmentFile(setup, keyPlaceholders));
    expect(await fencedBlocks("web/kit/README.md", "sh")).toContain(installCommand(siteUrl));
    expect(await fencedBlocks("README.md", "sh")).toContain(installCommand(siteUrl));
    const landingPage = await readFile(path.join(REPOSITORY, "web/site/landing-page.tsx"), "utf8");
    expect(landingPage).toContain("code={installCommand(siteUrl)}");
    expect(landingPage).toContain("code={tagExample({ ...setup, siteUrl })}");
  });
});
