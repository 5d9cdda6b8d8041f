import { readDeploySettings } from "./deploy/settings";
import { readSettings } from "./dev/settings";
import { readVariables } from "./dev/variables";
import { runWrangler } from "./dev/wrangler";
import { runScript } from "./run-script";
import { countDeployed, countLocally } from "./seals/query";
import { reportSeals } from "./seals/report";

const DEPLOYED = "--deployed";

await runScript(async () => {
  const flags = process.argv.slice(2);
  const unknown = flags.find((flag) => flag !== DEPLOYED);
  if (unknown) throw new Error(`"${unknown}" is no option of this command; ${DEPLOYED} is the only one.`);
  if (flags.includes(DEPLOYED)) {
    console.log(await reportSeals(await countDeployed(runWrangler), readDeploySettings(process.env).secrets));
  } else {
    const { given } = await readVariables(process.env, ".dev.vars");
    console.log(await reportSeals(await countLocally(runWrangler, readSettings(given).dataDir), given));
  }
});
