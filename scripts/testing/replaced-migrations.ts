/** What the journal of an installation from before the baseline has. Of the names only the first and the last matter. */
export const replacedMigrations = Array.from({ length: 38 }, (_, index) => {
  const name = { 0: "first_tables", 37: "tight_databases" }[index] ?? "between";
  return `${String(index).padStart(4, "0")}_${name}.sql`;
});
