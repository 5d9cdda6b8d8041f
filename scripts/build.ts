import { checkBundles } from "./build/check-bundles";
import { buildKit, checkKit } from "./build/kit";
import { buildReference } from "./build/reference";
import { buildSite } from "./build/site";
import { buildWorker } from "./build/worker";
import { LOCAL_INTERNAL_KEYS } from "./dev/local-secrets";
import { readSettings } from "./dev/settings";
import { runScript } from "./run-script";

await runScript(async () => {
  await buildReference();
  await buildWorker();
  // Without variables the site is built for the local API, whose internal project has the same key on every machine.
  await buildSite({
    apiUrl: readSettings(process.env).apiUrl,
    publishableClientKey:
      process.env.INTERNAL_PUBLISHABLE_CLIENT_KEY || LOCAL_INTERNAL_KEYS.INTERNAL_PUBLISHABLE_CLIENT_KEY,
  });
  await buildKit();
  await checkKit();
  await checkBundles();
});
