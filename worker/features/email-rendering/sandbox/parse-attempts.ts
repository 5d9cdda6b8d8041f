/// <reference path="./sucrase-state.d.ts" />
import State from "sucrase/dist/esm/parser/tokenizer/state.js";

/*
 * Where TypeScript is ambiguous, as at `a<b>(`, sucrase parses what follows in one way. If that fails, it goes back and parses it
 * in another. Attempts within attempts take a time that is exponential in the length of a source.
 */

/** Limits how many tokens may be parsed once more in a source: several times those of a long one. */
const maxRepeated = 200_000;
/** Sets what an attempt that ends with an error counts, as it takes longer than its tokens. */
const failure = 200;

let repeated = 0;

const { restoreFromSnapshot } = State.prototype;

State.prototype.restoreFromSnapshot = function restore(snapshot) {
  repeated += this.tokens.length - snapshot.tokensLength + (this.error ? failure : 0);
  if (repeated > maxRepeated) throw new RangeError("Too much of the source is parsed more than once");
  restoreFromSnapshot.call(this, snapshot);
};

/** Parses by sucrase. @throws RangeError when it goes back too often */
export function withFewAttempts<T>(parse: () => T): T {
  repeated = 0;
  return parse();
}
