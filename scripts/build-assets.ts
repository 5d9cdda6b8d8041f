import { buildAssets } from "./build/assets";
import { runScript } from "./run-script";

// A process of its own: under Vitest, which starts Workers too, Vite would build with the test's transformations.
await runScript(buildAssets);
