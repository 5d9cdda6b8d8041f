import type { Wrangler } from "./resources";

/** Applies the migrations that a database has not seen. */
export async function migrateDatabase(wrangler: Wrangler, binding: string, options: string[]): Promise<void> {
  try {
    await wrangler(["d1", "migrations", "apply", binding, ...options]);
  } catch (error) {
    // The baseline begins with this table, which a database from before it has.
    if (!/table `?totp_secrets`? already exists/.test(String(error))) throw error;
    throw new Error(
      `${binding} is from before the baseline: \`npm run ops -- adopt-baseline\` brings it over (docs/operations.md).`,
      { cause: error },
    );
  }
}
