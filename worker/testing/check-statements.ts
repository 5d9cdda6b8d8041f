// Attack: a statement that does not say for which project it runs finds what is another's. With two databases, one that is sent to
// the wrong one finds nothing.
import { afterEach, beforeEach, expect } from "vitest";
import { misdirectedStatements } from "./statements-by-project";

/** A project that is being moved is in two databases, of which its tests see either. */
const isOfMoves = () => expect.getState().testPath?.includes("/project-moves/");

beforeEach(() => void misdirectedStatements());
afterEach(() => {
  if (!isOfMoves()) expect(misdirectedStatements()).toEqual([]);
});
