/** Prints every word of `word-list.ts` that a source has, and every comment with a long sentence; exits with 1 if there are any. */
import { globSync, readFileSync } from "node:fs";
import { findForbiddenWords } from "./forbidden-words";
import { findLongSentences } from "./long-sentences";

/** The list itself, and the test that has its words as samples. */
const exclude = ["scripts/check/{word-list,words.test}.ts"];

const files = ["{worker,web,scripts,bench,.github,docs/examples}/**/*.{ts,tsx,mjs,css,toml,yml}", "*.{ts,toml}"];
const sources = globSync(files, { exclude: [...exclude, "**/{dist,node_modules,.next}/**"] });
const violations = sources.flatMap((file) => {
  const source = readFileSync(file, "utf8");
  return [...findForbiddenWords(file, source), ...findLongSentences(file, source)];
});
for (const violation of violations) console.error(violation);
process.exitCode = violations.length > 0 ? 1 : 0;
