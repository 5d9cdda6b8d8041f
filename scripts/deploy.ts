import { planDeployment } from "./deploy/plan";
import { readDeploySettings } from "./deploy/settings";
import { runWrangler } from "./platform/wrangler";
import { runScript } from "./run-script";

const DRY_RUN = "--dry-run";

await runScript(async () => {
  const flags = process.argv.slice(2);
  const unknown = flags.find((flag) => flag !== DRY_RUN);
  if (unknown) throw new Error(`"${unknown}" is no option of the deployment; ${DRY_RUN} is the only one.`);

  const settings = readDeploySettings(process.env);
  const stages = planDeployment(settings, runWrangler);
  if (flags.includes(DRY_RUN)) {
    for (const [index, { does }] of stages.flat().entries()) console.log(`${index + 1}. ${does}`);
    for (const sentence of settings.refused) console.log(`\n${sentence}`);
    if (settings.missing.length > 0) console.log(`\nSet before deploying: ${settings.missing.join(", ")}.`);
    return;
  }
  if (settings.missing.length > 0) throw new Error(`Set these variables first: ${settings.missing.join(", ")}.`);
  if (settings.refused.length > 0) throw new Error(settings.refused.join("\n"));
  for (const steps of stages) {
    for (const { does } of steps) console.log(does);
    await Promise.all(steps.map(({ run }) => run()));
  }
  console.log(`deployed: ${settings.vars.WEB_URL}`);
});
