import { deletePurge, deleteValuesOf, postponePurge, settleValue } from "../../db/data-vault/changes";
import { selectDuePurge, selectDueValues, selectOutgoingStoreKeys } from "../../db/data-vault/queries";
import { resealStep } from "../../db/sealed-rows";
import type { Statement } from "../../platform/database";
import { everyMinute, scheduledTask } from "../../platform/jobs";
import { deleteNamed, nameOf, resealStoreKey, settleMillis, valuePrefix } from "./values";

/** Values that one step deletes. Each takes a request to KV. */
const valuesPerStep = 100;

/** Rows of values that one step deletes. */
const rowsPerStep = 1_000;

/** Values that one step reads, of up to a megabyte each. */
const lookedAtPerStep = 20;

export const resealStoreKeys = scheduledTask({
  name: "reseal-data-vault-keys",
  cron: everyMinute,
  step: ({ db, settings }) =>
    resealStep(
      { db, settings },
      {
        select: (outgoing) => selectOutgoingStoreKeys(db, outgoing),
        replace: (row) => resealStoreKey({ db, settings }, row),
      },
    ),
});

/** Deletes the values of stores whose key is gone: at once what KV lists, and later again, until it lists none. */
export const purgeStores = scheduledTask({
  name: "purge-data-vault-stores",
  cron: everyMinute,
  step: async ({ db, dbOf, vault }) => {
    const now = Date.now();
    const [[purge]] = await db.batch([selectDuePurge(db, { now })]);
    if (!purge) return "done";
    const { keys, list_complete } = await vault.list({
      prefix: valuePrefix(purge, purge.keyId),
      limit: valuesPerStep,
    });
    await Promise.all(keys.map(({ name }) => deleteNamed(vault, name)));
    // This is where the project is now: its values have moved with it, and the purge has not.
    const home = dbOf(purge.projectId);
    const [uncounted] = list_complete ? await home.batch([deleteValuesOf(home, purge, rowsPerStep)]) : [];
    if (uncounted?.meta.changes === rowsPerStep) return "more";
    const isEmpty = keys.length === 0 && now >= purge.removedAt + settleMillis;
    if (list_complete) {
      await db.batch([isEmpty ? deletePurge(db, purge) : postponePurge(db, purge, now + settleMillis)]);
    }
    return "more";
  },
});

/** Counts values as KV has them, which were deleted, became smaller, or may not have been written. */
export const settleValues = scheduledTask({
  name: "settle-data-vault-values",
  cron: everyMinute,
  step: async ({ db, vault }) => {
    const [due] = await db.batch([selectDueValues(db, { now: Date.now(), limit: lookedAtPerStep })]);
    if (due.length === 0) return "done";
    const stored = await Promise.all(due.map((value) => vault.get(nameOf(value), "arrayBuffer")));
    const settled = due.map((value, index) => settleValue(db, value, stored[index]?.byteLength ?? null));
    await db.batch(settled as [Statement, ...Statement[]]);
    return "more";
  },
});
