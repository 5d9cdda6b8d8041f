import { writeFile } from "node:fs/promises";
import { RENDERINGS } from "./build/assets";
import { builtInRenderings } from "./build/built-in-renderings";
import { runScript } from "./run-script";

/** Renders the built-in emails and themes into a module of the Worker. */
await runScript(async () => writeFile(RENDERINGS, await builtInRenderings()));
