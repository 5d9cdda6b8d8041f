import { execFileSync } from "node:child_process";
import { mkdir, readFile } from "node:fs/promises";
import path from "node:path";
import { packKit } from "./build/kit";
import { REPOSITORY } from "./platform/wrangler";
import { releaseProblems } from "./release/problems";
import { runScript } from "./run-script";

// `npm run release` checks, builds and packs the version of package.json. It publishes nothing.

const FOLDER = path.join(REPOSITORY, "dist/release");

await runScript(async () => {
  const { version } = await readJson("package.json");
  const problems = releaseProblems({
    version,
    lockedVersion: (await readJson("package-lock.json")).version,
    tags: linesOf("git", ["tag", "--list"]),
    changedFiles: linesOf("git", ["status", "--porcelain"]).map((line) => line.slice(3)),
    changelog: await readFile(path.join(REPOSITORY, "CHANGELOG.md"), "utf8"),
  });
  if (problems.length > 0) throw new Error(problems.join("\n"));

  for (const script of ["check", "build"]) {
    execFileSync("npm", ["run", script], { cwd: REPOSITORY, stdio: "inherit" });
  }
  await mkdir(FOLDER, { recursive: true });
  const archive = path.relative(REPOSITORY, packKit(FOLDER));

  console.log(`
The kit of version ${version} is packed: ${archive}
Left to do by hand:
  git tag v${version} && git push origin v${version}
  npm publish --access public ./${archive}
Publish once the run that the tag starts has passed (.github/workflows/nightly.yml).`);
});

async function readJson(file: string): Promise<{ version: string }> {
  return JSON.parse(await readFile(path.join(REPOSITORY, file), "utf8"));
}

function linesOf(command: string, args: string[]): string[] {
  const output = execFileSync(command, args, { cwd: REPOSITORY, encoding: "utf8" });
  return output.split("\n").filter((line) => line !== "");
}
