import { and, eq, sql } from "drizzle-orm";
import { alias, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { beforeAll, describe, expect, it } from "vitest";
import { columnsOf, type Database, openDatabase } from "../platform/database";
import { newTrace } from "../platform/trace";
import { projectsDb } from "../testing/shards";
import { longSelect, prepareSelect } from "./prepared-select";

const notes = sqliteTable("test_notes", {
  projectId: text().notNull(),
  id: text().notNull(),
  isPinned: integer({ mode: "boolean" }).notNull(),
  details: text({ mode: "json" }).$type<unknown>(),
});

interface NoteKey {
  projectId: string;
  id: string;
}

let timesWritten = 0;
const selectNote = prepareSelect((db, { projectId, id }: NoteKey) => {
  timesWritten += 1;
  return db
    .select()
    .from(notes)
    .where(and(eq(notes.projectId, projectId), eq(notes.id, id)));
});

const open = () => openDatabase(projectsDb, newTrace());

beforeAll(async () => {
  await projectsDb.batch(
    [
      "create table test_notes (project_id text, id text, is_pinned integer, details text)",
      `insert into test_notes values ('p', 'n1', 1, '{"a":1}'), ('p', 'n2', 0, null), ('q', 'n1', 0, null)`,
    ].map((statement) => projectsDb.prepare(statement)),
  );
});

describe("prepareSelect", () => {
  it("writes the text once, and reads rows as the columns of the select do", async () => {
    const [first] = await open().batch([selectNote(open(), { projectId: "p", id: "n1" })]);
    const db = open();
    const [second, third] = await db.batch([
      selectNote(db, { projectId: "p", id: "n2" }),
      selectNote(db, { projectId: "p", id: "unknown" }),
    ]);

    expect(first).toEqual([{ projectId: "p", id: "n1", isPinned: true, details: { a: 1 } }]);
    expect(second).toEqual([{ projectId: "p", id: "n2", isPinned: false, details: null }]);
    expect(third).toEqual([]);
    expect(timesWritten).toBe(1);
  });

  // It uses parts of Drizzle that may change with any version.
  it("reads whatever a select has in it as the installed Drizzle does", async () => {
    const twin = alias(notes, "twin");
    const select = (db: Database, { projectId }: { projectId: string }) =>
      db
        .select({
          note: columnsOf(notes, "note"),
          twin: columnsOf(twin, "twin"),
          id: notes.id,
          isPinned: notes.isPinned,
          plain: sql`${notes.isPinned} + 1`,
          mapped: sql`${notes.isPinned}`.mapWith(notes.isPinned).as("mapped"),
        })
        .from(notes)
        .leftJoin(twin, and(eq(twin.projectId, notes.projectId), eq(twin.id, notes.id), eq(twin.isPinned, true)))
        .where(eq(notes.projectId, projectId))
        .orderBy(notes.id);
    const db = open();
    const p = { projectId: "p" };

    const [ofDrizzle, prepared, long] = await db.batch([
      select(db, p),
      prepareSelect(select)(db, p),
      longSelect(db, select(db, p)),
    ]);

    expect(ofDrizzle).toMatchObject([
      { note: { isPinned: true, details: { a: 1 } }, twin: { id: "n1" }, plain: 2, mapped: true },
      { note: { isPinned: false, details: null }, twin: { id: null }, plain: 1, mapped: false },
    ]);
    expect([prepared, long]).toEqual([ofDrizzle, ofDrizzle]);
  });

  // Attack: two requests are served by one isolate at once, and one hopes to read with the other's project.
  it("gives each of two selects its own values, also where both exist before either is sent", async () => {
    const [one, other] = [open(), open()];
    const ofOne = selectNote(one, { projectId: "p", id: "n1" });
    const ofOther = selectNote(other, { id: "n1", projectId: "q" });

    const [[foundByOther], [foundByOne]] = [await other.batch([ofOther]), await one.batch([ofOne])];

    expect(foundByOne).toMatchObject([{ projectId: "p" }]);
    expect(foundByOther).toMatchObject([{ projectId: "q" }]);
  });

  it("takes a value for nothing but a value", async () => {
    const db = open();

    const [found] = await db.batch([selectNote(db, { projectId: "p", id: "n1' or '1'='1" })]);

    expect(found).toEqual([]);
  });

  it("refuses a statement that is sent by itself", async () => {
    await expect(async () => await selectNote(open(), { projectId: "p", id: "n1" })).rejects.toThrow(
      "A statement was sent by itself",
    );
  });

  it("counts its batch as one round trip", async () => {
    const trace = newTrace();
    const db = openDatabase(projectsDb, trace);

    await db.batch([selectNote(db, { projectId: "p", id: "n1" })]);

    expect(trace).toMatchObject({ d1: 1, rowsRead: 3 });
  });
});
