import { afterEach, it } from "vitest";
import { expectToSurviveKills } from "./lived-in.fixtures";
import { endMoves } from "./moves.fixtures";

afterEach(endMoves);

it("a project that is moved loses nothing when it is killed at any batch, however often", async () => {
  await expectToSurviveKills((batches) => batches + 1);
  // Five thousand batches.
}, 300_000);
