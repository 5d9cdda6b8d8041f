import { ensureAssets } from "./build/assets";
import { runScript } from "./run-script";

await runScript(ensureAssets);
