import { ZxcvbnFactory } from "@zxcvbn-ts/core";
import { adjacencyGraphs, dictionary } from "@zxcvbn-ts/language-common";
import { isAcceptableLength } from "./credential-rules";

// 240 KB gzipped with its list of common passwords: loaded when a new password is about to be typed.

/** Says how hard a password is to guess, from one that is tried at once to one that resists a stolen database. */
export type PasswordStrength = 1 | 2 | 3 | 4;

const estimator = new ZxcvbnFactory({ graphs: adjacencyGraphs, dictionary });

/**
 * Estimates how many guesses a password takes (Wheeler, "zxcvbn: Low-Budget Password Strength Estimation", 2016).
 *
 * @param words what its owner would be guessed by, such as their address
 */
export function passwordStrength(password: string, words: readonly string[]): PasswordStrength {
  if (!isAcceptableLength(password)) return 1;
  const parts = words.flatMap((word) => [word, ...word.split("@")]).filter((word) => word.length > 2);
  const { score } = estimator.check(password, parts);
  return score === 0 ? 1 : score;
}
