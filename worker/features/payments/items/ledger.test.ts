import { describe, expect, it } from "vitest";
import { dueCheckpoint } from "./ledger";
import { emptyState } from "./quantity";
import { at, change } from "./quantity.fixtures";

/** A ledger of uses that are taken back at times of their own. */
function temporaryUses(count: number) {
  const changes = Array.from({ length: count }, (_, index) => change(0, -1, index + 1));
  return { state: emptyState, changes, holdings: [], seq: count, now: at(0) };
}

describe("a checkpoint", () => {
  it("is due after many changes", () => {
    expect(dueCheckpoint(temporaryUses(63))).toBeUndefined();
    expect(dueCheckpoint(temporaryUses(64))?.state.removed).toBe(64);
  });

  it("is not made of more than a row holds", () => {
    // Attack: changes that end at times of their own fill the checkpoint, until no further change can be stored.
    expect(dueCheckpoint(temporaryUses(20_000))).toBeUndefined();
  });
});
