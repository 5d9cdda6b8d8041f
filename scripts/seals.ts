import { readDeploySettings } from "./deploy/settings";
import { readLocalSecrets } from "./dev/local-secrets";
import { readSettings } from "./dev/settings";
import { runWrangler } from "./dev/wrangler";
import { runScript } from "./run-script";
import { countDeployed, countLocally } from "./seals/query";
import { reportSeals } from "./seals/report";

const DEPLOYED = "--deployed";

await runScript(async () => {
  const flags = process.argv.slice(2);
  const unknown = flags.find((flag) => flag !== DEPLOYED);
  if (unknown) throw new Error(`"${unknown}" is no option of this command; ${DEPLOYED} is the only one.`);
  const report = flags.includes(DEPLOYED)
    ? reportSeals(await countDeployed(runWrangler), readDeploySettings(process.env).secrets)
    : reportSeals(
        await countLocally(runWrangler, readSettings(process.env).dataDir),
        await readLocalSecrets(".dev.vars"),
      );
  console.log(await report);
});
