import { describe, it } from "vitest";
import { FairTurns } from "./fair-turns";

const take = (turns: FairTurns, projectId: string, count: number, now: number) =>
  Array.from({ length: count }, () => turns.take(projectId, now));

describe("turns of an isolate", () => {
  it("begin at once for a project that is alone, however much it asks for", ({ expect }) => {
    const turns = new FairTurns(40, { burst: 2 });
    turns.note("a", 0);
    expect(take(turns, "a", 5, 0)).toEqual([0, 0, 0, 0, 0]);
  });

  // Attack: guesses from many networks at one project hold back the users of all others in the isolate.
  it("leave two thirds of the time to others while another project is active, after a burst", ({ expect }) => {
    const turns = new FairTurns(40, { burst: 2 });
    turns.note("quiet", 0);
    turns.note("flooded", 0);
    expect(take(turns, "flooded", 5, 0)).toEqual([0, 0, 120, 240, 360]);
    turns.note("quiet", 100);
    expect(take(turns, "quiet", 2, 100)).toEqual([0, 0]);
    expect(turns.take("flooded", 300)).toBe(180);
  });

  it("have a new burst after a pause, and no pauses once the others are silent", ({ expect }) => {
    const turns = new FairTurns(40, { burst: 2 });
    turns.note("quiet", 0);
    turns.note("busy", 0);
    take(turns, "busy", 4, 0);
    turns.note("busy", 1_000);
    expect(take(turns, "busy", 3, 1_000)).toEqual([0, 0, 120]);
    turns.note("busy", 2_500);
    expect(take(turns, "busy", 5, 2_500)).toEqual([0, 0, 0, 0, 0]);
  });

  it("that would begin too late are not taken, so that a flood has no line to wait in", ({ expect }) => {
    const turns = new FairTurns(40, { burst: 1 });
    turns.note("quiet", 0);
    turns.note("flooded", 0);
    expect(Array.from({ length: 5 }, () => turns.take("flooded", 0, 200))).toEqual([0, 120, 240, 240, 240]);
  });

  it("of many projects that have come and gone are forgotten", ({ expect }) => {
    const turns = new FairTurns(40, { burst: 1 });
    for (let index = 0; index < 5_000; index++) {
      turns.note(`p${index}`, index);
      turns.take(`p${index}`, index);
    }
    turns.note("last", 5_000);
    expect(take(turns, "last", 2, 5_000)).toEqual([0, 120]);
  });
});
