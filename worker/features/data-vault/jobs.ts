import { deletePurge, postponePurge } from "../../db/data-vault/changes";
import { selectDuePurge, selectOutgoingStoreKeys } from "../../db/data-vault/queries";
import { resealStep } from "../../db/sealed-rows";
import { everyMinute, scheduledTask } from "../../platform/jobs";
import { resealStoreKey } from "./store-key";
import { deleteNamed, valuePrefix } from "./values";

/** Values that one step deletes. Each takes a request to KV. */
const valuesPerStep = 100;

/** How long after a change KV lists what there is, and more: a request that began earlier may still set a value. */
const settleMillis = 10 * 60 * 1000;

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
  step: async ({ db, vault }) => {
    const now = Date.now();
    const [[purge]] = await db.batch([selectDuePurge(db, { now })]);
    if (!purge) return "done";
    const { keys, list_complete } = await vault.list({
      prefix: valuePrefix(purge, purge.keyId),
      limit: valuesPerStep,
    });
    await Promise.all(keys.map(({ name }) => deleteNamed(vault, name)));
    const isEmpty = keys.length === 0 && now >= purge.removedAt + settleMillis;
    if (list_complete) {
      await db.batch([isEmpty ? deletePurge(db, purge) : postponePurge(db, purge, now + settleMillis)]);
    }
    return "more";
  },
});
