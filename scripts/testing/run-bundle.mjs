// Runs a bundled Worker in workerd until it is stopped. Its argument is a JSON file with the options of Miniflare.
import { readFileSync } from "node:fs";
import { convertV4MiniflareOptions, Miniflare } from "miniflare";

const [file] = process.argv.slice(2);
const worker = new Miniflare(convertV4MiniflareOptions(JSON.parse(readFileSync(file, "utf8"))));
process.once("SIGTERM", () => worker.dispose().finally(() => process.exit()));
await worker.ready;
