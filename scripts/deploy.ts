import { planDeployment } from "./deploy/plan";
import { problemsOf, requirementsOf } from "./deploy/requirements";
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
  const problems = problemsOf(settings);
  if (flags.includes(DRY_RUN)) {
    console.log("Has to be there before:");
    for (const sentence of requirementsOf(settings)) console.log(`- ${sentence}`);
    console.log("\nThe deployment would:");
    for (const [index, { does }] of stages.flat().entries()) console.log(`${index + 1}. ${does}`);
  }
  if (problems.length > 0) {
    throw new Error(["\nNothing can be deployed yet:", ...problems.map((sentence) => `- ${sentence}`)].join("\n"));
  }
  if (flags.includes(DRY_RUN)) return;
  for (const steps of stages) {
    for (const { does } of steps) console.log(does);
    await Promise.all(steps.map(({ run }) => run()));
  }
  console.log(`deployed: ${settings.vars.WEB_URL}`);
});
