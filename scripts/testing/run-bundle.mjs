// Runs a bundled Worker in workerd until it is stopped, with options of Miniflare that are the JSON file which is named first.
import { readFileSync } from "node:fs";
import { convertV4MiniflareOptions, Miniflare } from "miniflare";

const [file] = process.argv.slice(2);
const worker = new Miniflare(convertV4MiniflareOptions(JSON.parse(readFileSync(file, "utf8"))));
process.once("SIGTERM", () => worker.dispose().finally(() => process.exit()));
await worker.ready;
