import { buildKitArchive } from "./build/kit";
import { runScript } from "./run-script";

// Packs the kit for the site in development, which serves other requests meanwhile.

await runScript(buildKitArchive);
