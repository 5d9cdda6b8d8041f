import { providerTypes } from "../../worker/config/oauth-choices";
import { settingNames, sharedClientNames } from "../../worker/platform/env";
import { sharedOAuthVars } from "./identity-provider";
import { type LocalSecrets, readVarsFile, withLocalKeys } from "./local-secrets";
import { DEFAULT_PORTS, type DevSettings } from "./settings";

const workerNames = [...settingNames, ...providerTypes.flatMap(sharedClientNames)];
const knownNames = [...workerNames, ...Object.keys(DEFAULT_PORTS), "DATA_DIR"];

/** First words of variables that belong to us alone. */
const OUR_PREFIXES = ["INTERNAL_", "SHARED_OAUTH_"];

/** Holds what `npm run dev` was given. */
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

/** The known name that takes the fewest edits to reach, where another first word counts as two: it says what a name is about. */
function nearest(name: string, known: readonly string[]): string {
  const distance = (other: string) => editDistance(name, other) + (firstWord(name) === firstWord(other) ? 0 : 2);
  const [first = ""] = known;
  return known.reduce((best, other) => (distance(other) < distance(best) ? other : best), first);
}

function firstWord(name: string): string {
  return name.split("_", 1)[0] ?? "";
}

/**
 * Tells whether `name` looks like a misspelling of a known name. At most a fifth of its letters differ, or two fifths after one of
 * `prefixes`. Short names also share their first word: `APP_URL` is another program's, `API_URI` was meant for us.
 */
function misspelt(name: string, known: readonly string[], prefixes: readonly string[]): boolean {
  const meant = nearest(name, known);
  const share = prefixes.some((prefix) => name.startsWith(prefix)) ? 0.4 : 0.2;
  const isAlike = editDistance(name, meant) <= name.length * share;
  return isAlike && (name.length >= 10 || firstWord(name) === firstWord(meant));
}

/** Insertions, deletions, replacements and swaps of neighbours that make `b` of `a` (optimal string alignment). */
function editDistance(a: string, b: string): number {
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, column) => column)];
  const at = (row: number, column: number) => rows[row]?.[column] ?? 0;
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    rows.push(current);
    for (let column = 1; column <= b.length; column++) {
      const isSame = a[row - 1] === b[column - 1];
      const isSwap = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      current.push(
        Math.min(
          at(row - 1, column) + 1,
          at(row, column - 1) + 1,
          at(row - 1, column - 1) + (isSame ? 0 : 1),
          isSwap ? at(row - 2, column - 2) + 1 : Number.POSITIVE_INFINITY,
        ),
      );
    }
  }
  return at(a.length, b.length);
}
