import { checkBundles } from "./build/check-bundles";
import { buildEmbed } from "./build/embed";
import { addKitArchive } from "./build/kit";
import { buildSite } from "./build/site";
import { buildWorker } from "./build/worker";
import { LOCAL_INTERNAL_KEYS } from "./dev/local-secrets";
import { readSettings } from "./dev/settings";
import { runScript } from "./run-script";

await runScript(async () => {
  await buildWorker();
  // Without variables the site is built for the local API, whose internal project has the same key on every machine.
  const { apiUrl } = readSettings(process.env);
  await buildSite({
    apiUrl,
    publishableClientKey:
      process.env.INTERNAL_PUBLISHABLE_CLIENT_KEY || LOCAL_INTERNAL_KEYS.INTERNAL_PUBLISHABLE_CLIENT_KEY,
  });
  const { script, integrity } = await buildEmbed(apiUrl);
  console.log(`the elements for websites: ${script} integrity="${integrity}"`);
  await addKitArchive();
  await checkBundles();
});
