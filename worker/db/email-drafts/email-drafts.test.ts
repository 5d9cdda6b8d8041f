import { describe, expect, it } from "vitest";
import { newId } from "../../platform/secrets";
import { planOf } from "../../testing/measured-databases";
import { db, project } from "../../testing/project";
import { type DraftLimits, insertDraft, markDraftSent, updateDraft } from "./changes";
import { selectDraft, selectDrafts } from "./queries";

const wide: DraftLimits = { drafts: 100, bytes: 1000 };

async function inserted(projectId: string, tsxSource: string, limits = wide): Promise<string | undefined> {
  const row = { projectId, id: newId(), displayName: "Draft", themeId: null, tsxSource };
  const [[stored]] = await db.batch([insertDraft(db, row, limits)]);
  return stored?.id;
}

describe("drafts of a project", () => {
  it("are stored up to a number and a total length in bytes, counted for each project by itself", async () => {
    const [{ id }, other] = [await project(), await project()];
    expect(await inserted(id, "x", { drafts: 0, bytes: 1000 })).toBeUndefined();
    // Four bytes each.
    expect(await inserted(id, "👋", { drafts: 2, bytes: 8 })).toBeDefined();
    expect(await inserted(id, "👋.", { drafts: 2, bytes: 8 })).toBeUndefined();
    const second = await inserted(id, "👋", { drafts: 2, bytes: 8 });
    expect(await inserted(id, "", { drafts: 2, bytes: 8 })).toBeUndefined();
    expect(await inserted(other.id, "👋", { drafts: 1, bytes: 4 })).toBeDefined();

    const key = { projectId: id, draftId: second ?? "" };
    const longer = updateDraft(db, key, { tsxSource: "👋👋" }, { drafts: 2, bytes: 11 });
    const asLong = updateDraft(db, key, { tsxSource: "👋!" }, { drafts: 2, bytes: 9 });
    expect(await db.batch([longer, asLong])).toEqual([[], [{ id: second }]]);
    expect((await db.batch([selectDraft(db, key)]))[0][0]?.tsxSource).toBe("👋!");
  });

  it("keep what a change leaves out, and each kind of theme", async () => {
    const { id: projectId } = await project();
    for (const themeId of [null, false, newId()] as const) {
      const key = { projectId, draftId: newId() };
      const row = { projectId, id: key.draftId, displayName: "Draft", themeId, tsxSource: "x" };
      const [, , , [found]] = await db.batch([
        insertDraft(db, row, wide),
        updateDraft(db, key, { displayName: "Renamed" }, wide),
        markDraftSent(db, key, { sentAt: 5 }),
        selectDraft(db, key),
      ]);
      expect(found).toEqual({ id: key.draftId, displayName: "Renamed", themeId, tsxSource: "x", sentAt: 5 });
    }
  });

  it("are listed by an index, without a sort", async () => {
    const { id: projectId } = await project();
    expect(await planOf(selectDrafts(db, { projectId }))).toBe(
      "SEARCH email_drafts USING INDEX email_drafts_by_update (project_id=?)",
    );
  });
});
