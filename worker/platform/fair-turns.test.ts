import { describe, it } from "vitest";
import { FairTurns, shareBeside } from "./fair-turns";

const third = 1 / 3;

const take = (turns: FairTurns, key: string, count: number, now: number, share = third) =>
  Array.from({ length: count }, () => Math.round(turns.take(key, share, now)));

describe("the share of an isolate's time", () => {
  it("is all of it for who is alone, and no less than a third", ({ expect }) => {
    expect([0, 1, 5, 7, 1_000].map((recent) => Math.round(100 * shareBeside(recent)))).toEqual([100, 90, 50, 33, 33]);
  });

  // Attack: a stranger has one user of another project send a request a second, so that a project that has an isolate to itself leaves two thirds of it to nobody.
  it("is nearly all of it beside somebody who asks for next to nothing", ({ expect }) => {
    expect(shareBeside(2)).toBe(0.8);
  });
});

describe("turns of an isolate", () => {
  it("begin at once for a project that is alone, however much it asks for", ({ expect }) => {
    const turns = new FairTurns(40, { burst: 2 });
    expect(take(turns, "a", 5, 0, 1)).toEqual([0, 0, 0, 0, 0]);
  });

  // Attack: guesses from many networks at one project hold back the users of all others in the isolate.
  it("leave two thirds of the time to others, after a burst, and each has its own", ({ expect }) => {
    const turns = new FairTurns(40, { burst: 2 });
    expect(take(turns, "flooded", 5, 0)).toEqual([0, 0, 120, 240, 360]);
    expect(take(turns, "quiet", 2, 100)).toEqual([0, 0]);
    expect(take(turns, "flooded", 1, 300)).toEqual([180]);
  });

  it("have a new burst after a pause, and no pauses once the others are silent", ({ expect }) => {
    const turns = new FairTurns(40, { burst: 2 });
    take(turns, "busy", 4, 0);
    expect(take(turns, "busy", 3, 1_000)).toEqual([0, 0, 120]);
    expect(take(turns, "busy", 5, 1_000, 1)).toEqual([0, 0, 0, 0, 0]);
  });

  it("that would begin too late are not taken, so that a flood has no line to wait in", ({ expect }) => {
    const turns = new FairTurns(40, { burst: 1 });
    const waits = Array.from({ length: 5 }, () => Math.round(turns.take("flooded", third, 0, 200)));
    expect(waits).toEqual([0, 120, 240, 240, 240]);
  });

  it("come later for who has taken longer than a piece takes, but for nobody else and for nobody who is alone", ({
    expect,
  }) => {
    const turns = new FairTurns(10, { burst: 1 });
    take(turns, "costly", 1, 0);
    turns.extend("costly", 20, third, 5);
    expect(take(turns, "costly", 1, 30)).toEqual([60]);
    expect(take(turns, "cheap", 1, 30)).toEqual([0]);
    turns.extend("alone", 20, 1, 30);
    expect(take(turns, "alone", 1, 30)).toEqual([0]);
  });

  it("of many projects that have come and gone are forgotten", ({ expect }) => {
    const turns = new FairTurns(40, { burst: 1 });
    for (let index = 0; index < 5_000; index++) turns.take(`p${index}`, third, index);
    expect(take(turns, "last", 2, 5_000)).toEqual([0, 120]);
  });
});
