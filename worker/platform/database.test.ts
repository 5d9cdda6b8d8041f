import { and, eq, inArray, sql } from "drizzle-orm";
import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { beforeAll, describe, expect, it } from "vitest";
import { projectsDb } from "../testing/shards";
import {
  announce,
  batchByName,
  batchThen,
  columnsOf,
  idsIn,
  insertable,
  insertFrom,
  openDatabase,
  refuseUnless,
  unlessRefused,
  violatesForeignKey,
  violatesNotNull,
  violatesUnique,
} from "./database";
import { newTrace } from "./trace";
import { millisOf } from "./turns";

// Two tables of this test's own, which share the names of their columns.
const authors = sqliteTable(
  "test_authors",
  {
    projectId: text().notNull(),
    id: text().notNull(),
    name: text(),
    isActive: integer({ mode: "boolean" }).notNull().default(true),
    details: text({ mode: "json" }).$type<unknown>(),
  },
  (table) => [primaryKey({ columns: [table.projectId, table.id] })],
);
const books = sqliteTable(
  "test_books",
  {
    projectId: text().notNull(),
    id: text().notNull(),
    name: text().notNull(),
    authorId: text(),
    details: text({ mode: "json" }).$type<unknown>(),
  },
  (table) => [primaryKey({ columns: [table.projectId, table.id] })],
);

const trace = newTrace();
const db = openDatabase(projectsDb, trace);
const ofAuthor = and(eq(authors.projectId, books.projectId), eq(authors.id, books.authorId));

beforeAll(async () => {
  await projectsDb.batch(
    [
      `create table test_authors (project_id text not null, id text not null, name text,
         is_active integer not null default 1, details text, primary key (project_id, id))`,
      `create table test_books (project_id text not null, id text not null, name text not null, author_id text,
         details text, primary key (project_id, id),
         foreign key (project_id, author_id) references test_authors (project_id, id))`,
      `insert into test_authors values ('p', 'a1', 'Ada', 0, '{"born":1815}')`,
      `insert into test_books values ('p', 'b1', 'Notes', 'a1', '[1]'), ('p', 'b2', 'Anonymous', null, null)`,
    ].map((statement) => projectsDb.prepare(statement)),
  );
});

/** Returns what a batch of one statement fails with. */
async function failureOf(statement: Parameters<typeof db.batch>[0][0]): Promise<unknown> {
  return db.batch([statement]).then(
    () => undefined,
    (error: unknown) => error,
  );
}

describe("joins in a batch", () => {
  it("return each table's own columns, decoded, when they go through columnsOf", async () => {
    const [rows] = await db.batch([
      db
        .select({ book: columnsOf(books, "book"), author: columnsOf(authors, "author") })
        .from(books)
        .leftJoin(authors, ofAuthor)
        .orderBy(books.id),
    ]);
    expect(rows).toEqual([
      {
        book: { projectId: "p", id: "b1", name: "Notes", authorId: "a1", details: [1] },
        author: { projectId: "p", id: "a1", name: "Ada", isActive: false, details: { born: 1815 } },
      },
      {
        book: { projectId: "p", id: "b2", name: "Anonymous", authorId: null, details: null },
        author: { projectId: null, id: null, name: null, isActive: null, details: null },
      },
    ]);
  });

  it("go wrong without it: columns of one name become one, which is why columnsOf is there", async () => {
    const [rows] = await db.batch([
      db
        .select({ book: { id: books.id, name: books.name }, author: { id: authors.id, name: authors.name } })
        .from(books)
        .innerJoin(authors, ofAuthor),
    ]);
    expect(rows).not.toEqual([{ book: { id: "b1", name: "Notes" }, author: { id: "a1", name: "Ada" } }]);
  });
});

describe("openDatabase", () => {
  it("refuses statements that are sent alone, in every way that Drizzle has", async () => {
    const select = db.select().from(authors);
    const alone = /A statement was sent by itself; put it in a batch/;
    const text = (error: unknown) => [String(error), String((error as Error).cause)].join("\n");
    const ways: (() => PromiseLike<unknown>)[] = [
      () => select,
      () => select.all(),
      () => select.get(),
      () => select.values(),
      () => db.insert(authors).values({ projectId: "p", id: "alone" }),
      () => db.delete(authors).where(sql`0`).run(),
    ];
    for (const send of ways) {
      const failure = await Promise.resolve()
        .then(send)
        .then(() => "it was sent", text);
      expect(failure).toMatch(alone);
    }
    const [rows] = await db.batch([db.select().from(authors).where(eq(authors.id, "alone"))]);
    expect(rows).toEqual([]);
  });

  it("counts a batch as one round trip, and the rows that D1 reads and writes", async () => {
    const counted = newTrace();
    const own = openDatabase(projectsDb, counted);
    await own.batch([own.select().from(books), own.select().from(authors)]);
    expect(counted).toEqual({ ...newTrace(), d1: 1, rowsRead: 3, resultLength: 44 });
    await own.batch([own.update(authors).set({ name: "Ada" }).where(eq(authors.id, "a1"))]);
    expect([counted.d1, counted.rowsWritten]).toEqual([2, 1]);
  });

  // Evidence: failed-batches-are-charged
  it("charges a batch that fails by the time that it took, and ten milliseconds", async () => {
    // Attack: a batch of ten thousand rows ends by its last statement. Nothing is reported of it, so that it is repeated without end.
    const counted = newTrace();
    const own = openDatabase(projectsDb, counted);
    const before = Date.now();
    await expect(own.batch([own.insert(authors).values({ projectId: "p", id: "a1" })])).rejects.toThrow();
    expect(counted.d1).toBe(1);
    expect(counted.failedMillis).toBeGreaterThanOrEqual(10);
    expect(counted.failedMillis).toBeLessThanOrEqual(10 + Date.now() - before);
    expect(millisOf(counted, new Set())).toBeGreaterThanOrEqual(6 + 2.5 + 10);
  });

  it("gathers what a statement announces, and nothing of one that has a column of the same name", async () => {
    const announced = new Set<string>();
    const own = openDatabase(projectsDb, newTrace(), announced);
    const row = (column: string, waiting: string | null) =>
      own.select({ waiting: sql<string | null>`${waiting}`.as(column) }).from(sql`(select 1)`);
    await own.batch([row("announced", "p"), row("waiting", "p")]);
    expect([...announced]).toEqual([]);
    await own.batch([announce(row("waiting", "p")), row("waiting", "q"), announce(row("waiting", null))]);
    expect([...announced]).toEqual(["p"]);
  });

  it("writes a batch whole or not at all", async () => {
    const failure = await db
      .batch([
        db.insert(authors).values({ projectId: "p", id: "half" }),
        db.insert(authors).values({ projectId: "p", id: "a1" }),
      ])
      .catch((error: unknown) => error);
    expect(violatesUnique(failure, "test_authors.project_id, test_authors.id")).toBe(true);
    const [rows] = await db.batch([db.select().from(authors).where(eq(authors.id, "half"))]);
    expect(rows).toEqual([]);
  });
});

describe("batchByName and batchThen", () => {
  it("return results under the names of their statements, in one round trip", async () => {
    const before = trace.d1;
    const found = await batchByName(db, {
      book: db.select({ id: books.id }).from(books).where(eq(books.id, "b1")),
      author: db.select({ id: authors.id }).from(authors),
    });
    expect(found).toEqual({ book: [{ id: "b1" }], author: [{ id: "a1" }] });
    expect(trace.d1 - before).toBe(1);
  });

  it("send nothing for no statements", async () => {
    const before = trace.d1;
    expect(await batchByName(db, {})).toEqual({});
    expect(trace.d1).toBe(before);
  });

  it("return what the last statement finds after the others", async () => {
    const rename = db.update(books).set({ name: "More notes" }).where(eq(books.id, "b1"));
    const undo = db.update(books).set({ name: "Notes" }).where(eq(books.id, "b1"));
    const read = db.select({ name: books.name }).from(books).where(eq(books.id, "b1"));
    expect(await batchThen(db, [rename], read)).toEqual([{ name: "More notes" }]);
    expect(await batchThen(db, [undo], read)).toEqual([{ name: "Notes" }]);
  });
});

describe("insertFrom", () => {
  it("gives each column what is named for it, in whatever order, as the column encodes it", async () => {
    const copied = {
      details: { of: "p" },
      isActive: false,
      name: sql`upper(${books.name})`,
      id: books.id,
      projectId: "q",
    };
    const [, rows] = await db.batch([
      insertFrom(db, authors, copied, sql`from ${books} where ${eq(books.id, "b1")}`),
      db.select().from(authors).where(eq(authors.projectId, "q")),
    ]);
    expect(rows).toEqual([{ projectId: "q", id: "b1", name: "NOTES", isActive: false, details: { of: "p" } }]);
  });
});

describe("unlessRefused", () => {
  const rename = db.update(books).set({ name: "Refused" }).where(eq(books.id, "b1"));
  const read = db.select({ name: books.name }).from(books).where(eq(books.id, "b1"));

  it("is undefined for a batch whose condition does not hold, which changes nothing, and else what it returns", async () => {
    expect(await unlessRefused(db.batch([rename, refuseUnless(db, sql`false`)]))).toBeUndefined();
    expect((await unlessRefused(db.batch([refuseUnless(db, sql`true`), read])))?.[1]).toEqual([{ name: "Notes" }]);
  });

  // A mistake in what we store would else be reported as a limit that is reached, for example.
  it("throws whatever else a batch fails with, also malformed JSON", async () => {
    const malformed = db.select({ json: sql`json(${books.name})`.as("json") }).from(books);
    await expect(unlessRefused(db.batch([malformed]))).rejects.toThrow("malformed JSON");
  });
});

describe("the error of a refused write", () => {
  const key = "test_authors.project_id, test_authors.id";
  const twin = "insert into test_authors (project_id, id) values ('p', 'a1')";

  it("violatesUnique recognises D1's own error and Drizzle's around it, and no other columns", async () => {
    const bare = await projectsDb
      .prepare(twin)
      .run()
      .catch((error: unknown) => error);
    const wrapped = new Error(`Failed query: ${twin}`, { cause: bare });
    for (const error of [bare, wrapped, await failureOf(db.insert(authors).values({ projectId: "p", id: "a1" }))]) {
      expect(violatesUnique(error, key)).toBe(true);
      expect(violatesUnique(error, "test_authors.id")).toBe(false);
      expect(violatesForeignKey(error)).toBe(false);
    }
    for (const other of [undefined, null, key, { message: `UNIQUE constraint failed: ${key}` }, new Error("lost")]) {
      expect(violatesUnique(other, key)).toBe(false);
    }
  });

  it("violatesForeignKey and violatesNotNull know theirs", async () => {
    const orphan = await failureOf(
      db.insert(books).values({ projectId: "p", id: "b3", name: "?", authorId: "unknown" }),
    );
    expect([violatesForeignKey(orphan), violatesNotNull(orphan, "test_books.name")]).toEqual([true, false]);
    const nameless = await failureOf(
      db.insert(books).values({ projectId: "p", id: "b3", name: sql`null` as unknown as string }),
    );
    expect([violatesForeignKey(nameless), violatesNotNull(nameless, "test_books.name")]).toEqual([false, true]);
    expect(violatesNotNull(nameless, "test_books.id")).toBe(false);
  });
});

describe("D1's hundred parameters", () => {
  const ids = Array.from({ length: 1_000 }, (_, index) => `many-${index}`);
  const rows = ids.map((id) => ({ projectId: "many", id, name: id }));

  it("are too few for a thousand ids one by one", async () => {
    const failure = await failureOf(db.select().from(authors).where(inArray(authors.id, ids)));
    expect(String((failure as Error).cause ?? failure)).toContain("too many SQL variables");
  });

  it("idsIn and insertable stay below them, and every row arrives once", async () => {
    const [first, ...rest] = insertable(authors, rows).map((some) => db.insert(authors).values(some));
    if (!first) throw new Error("There is nothing to insert");
    await db.batch([first, ...rest]);
    const [found] = await db.batch([
      db
        .select({ id: authors.id })
        .from(authors)
        .where(and(eq(authors.projectId, "many"), inArray(authors.id, idsIn(ids)))),
    ]);
    expect(found.map(({ id }) => id).sort()).toEqual([...ids].sort());
  });

  it("attack: an id with quotes is a value, not a part of the query", async () => {
    const [found] = await db.batch([
      db
        .select()
        .from(authors)
        .where(inArray(authors.id, idsIn(["' or 1 = 1 --", '"]) or 1=1 --']))),
    ]);
    expect(found).toEqual([]);
  });

  it("insertable makes groups of whole rows, by the columns that the table has, and none of nothing", () => {
    expect(insertable(authors, [])).toEqual([]);
    expect(insertable(authors, rows).map((group) => group.length)).toEqual(Array(50).fill(20));
    expect(insertable(authors, rows).flat()).toEqual(rows);
  });
});
