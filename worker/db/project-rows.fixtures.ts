import { getTableName } from "drizzle-orm";
import { d1 } from "../testing/shards";
import { tablesOfProjects } from "./project-rows";

interface Column {
  name: string;
  type: string;
  notnull: number;
  dflt_value: string | null;
}

/**
 * Gives a project a row in every table. All texts are the project's id, by which its rows refer to each other.
 *
 * @param each called after each table
 */
export async function fillTables(
  projectId: string,
  each: (table: string) => Promise<void> = async () => {},
): Promise<void> {
  for (const name of tablesOfProjects.map(getTableName).reverse()) {
    const { results: columns } = await d1.prepare(`pragma table_info(${name})`).all<Column>();
    const needed = columns.filter(({ notnull, dflt_value }) => notnull && dflt_value === null);
    // A time long ahead; some numbers may be given once only.
    const number = () => 9_000_000_000_000 + Math.floor(Math.random() * 1e12);
    // An index reads the first of an email's recipients.
    const textFor = (column: string) => (column === "to" ? JSON.stringify([projectId]) : projectId);
    const values = needed.map(({ name: column, type }) =>
      type.toUpperCase() === "INTEGER" ? number() : textFor(column),
    );
    const list = needed.map((column) => `"${column.name}"`).join();
    // Triggers have given some tables their row already.
    await d1
      .prepare(`insert or ignore into ${name} (${list}) values (${needed.map(() => "?").join()})`)
      .bind(...values)
      .run();
    await each(name);
  }
}
