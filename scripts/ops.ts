import { readSettings } from "./dev/settings";
import { readVariables } from "./dev/variables";
import { commands } from "./ops/commands";
import { readWorkerConfig } from "./platform/worker-config";
import { runWrangler } from "./platform/wrangler";
import { runScript } from "./run-script";

const DEPLOYED = "--deployed";

await runScript(async () => {
  const [name = "", ...args] = process.argv.slice(2).filter((arg) => arg !== DEPLOYED);
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command) {
    const names = Object.keys(commands).join(", ");
    throw new Error(`npm run ops -- COMMAND [${DEPLOYED}]: ${names}. See docs/operations.md.`);
  }
  const { given } = await readVariables(process.env, ".dev.vars");
  const place = process.argv.includes(DEPLOYED) ? "deployed" : { local: readSettings(given).dataDir };
  console.log(await command(runWrangler, place, args, readWorkerConfig()));
});
