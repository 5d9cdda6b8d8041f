import { readFile } from "node:fs/promises";
import path from "node:path";
import { it } from "vitest";
import { REPOSITORY } from "../../scripts/platform/wrangler";

const text = (file: string) => readFile(path.join(REPOSITORY, file), "utf8");

it("the plain HTML page with the tag is what README and docs show, in ten lines", async ({ expect }) => {
  const page = await text("docs/examples/html-tag/index.html");
  expect(page.trimEnd().split("\n").length).toBeLessThan(10);
  for (const file of ["README.md", "docs/embed.md"]) expect(await text(file)).toContain(`\`\`\`html\n${page}\`\`\``);
});

// Attack: a stranger in the same network opens what someone tries out on their computer, with its keys.
it.for([
  ["html-tag/serve.js", '.listen(port, "127.0.0.1", '],
  ["hosted-static/serve.mjs", '.listen(port, "127.0.0.1", '],
  ["express/server.ts", '.listen(port, "127.0.0.1", '],
  ["next/package.json", "next dev --hostname localhost "],
])("the example %s listens on this computer alone", async ([file, listening], { expect }) => {
  expect(await text(`docs/examples/${file}`)).toContain(listening);
});
