import { providerTypes } from "../../worker/config/oauth-choices";
import { settingNames, sharedClientNames } from "../../worker/platform/env";
import { sharedOAuthVars } from "./identity-provider";
import { type LocalSecrets, readVarsFile, withLocalKeys } from "./local-secrets";
import { misspelt, nearest } from "./misspelt";
import { DEFAULT_PORTS, type DevSettings } from "./settings";

const workerNames = [...settingNames, ...providerTypes.flatMap(sharedClientNames)];
const knownNames = [...workerNames, ...Object.keys(DEFAULT_PORTS), "DATA_DIR"];

/** First words of variables that belong to us alone. */
const OUR_PREFIXES = ["INTERNAL_", "SHARED_OAUTH_"];

/** What `npm run dev` was given. */
export interface GivenVariables {
  /** The known variables that are set, and the internal project's local keys where no others are. */
  given: LocalSecrets & Record<string, string>;
  /** A sentence for each variable that is set and not known. */
  warnings: string[];
}

/** Reads every known variable from the environment, else from `file`; one that is empty counts as not set. */
export async function readVariables(env: NodeJS.ProcessEnv, file: string): Promise<GivenVariables> {
  const inFile = await readVarsFile(file);
  const given: Record<string, string> = {};
  for (const name of knownNames) {
    const value = env[name] || inFile[name];
    if (value) given[name] = value;
  }
  // The file is ours, so that every name in it is judged; the environment is full of other programs' variables.
  const unknown = (name: string) => !knownNames.includes(name);
  const inFileOnly = Object.keys(inFile).filter(unknown);
  const inEnvironment = Object.keys(env).filter((name) => unknown(name) && misspelt(name, knownNames, OUR_PREFIXES));
  const warning = (name: string, place: string) =>
    `${name} in ${place} is not a variable of Gatehouse; the nearest is ${nearest(name, knownNames)}.`;
  return {
    given: withLocalKeys(given, file),
    warnings: [
      ...inFileOnly.map((name) => warning(name, file)),
      ...inEnvironment.map((name) => warning(name, "the environment")),
    ],
  };
}

/** Every variable of the local Worker: what was given, else the local default. */
export function workerVariables(given: Record<string, string>, settings: DevSettings): Record<string, string> {
  return {
    SMTP_URL: `smtp://127.0.0.1:${settings.ports.MAIL_PORT}`,
    MAIL_FROM: "Gatehouse <noreply@gatehouse.localhost>",
    RATE_LIMITS: "off",
    TRACE: "1",
    ...(settings.sharedOAuthIssuer && sharedOAuthVars(settings.sharedOAuthIssuer)),
    ...Object.fromEntries(Object.entries(given).filter(([name]) => workerNames.includes(name))),
    API_URL: settings.apiUrl,
    WEB_URL: settings.webUrl,
  };
}
