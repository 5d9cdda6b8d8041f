// Stores of values that a project's servers keep encrypted.
import * as z from "zod";
import { adminOnly, endpoint, serverOrHigher } from "../../protocol/endpoint";
import { plainError, tooManyRequests } from "../../protocol/error-definitions";
import { integer, noQuery, pageOf, Success, shortText, text } from "../../protocol/fields";
import { mustNotBeEmpty } from "../../protocol/validation-messages";

/** Of the store's key, without which none of its values opens. */
export const storeUnreadable = plainError(
  409,
  "The key of this data vault store cannot be opened, because the root secret that it is sealed under is gone.",
  { remedy: "Set that secret as `SERVER_SECRET_PREVIOUS` again, or remove the store and make it anew." },
);

export const valueUnreadable = plainError(
  409,
  "This value of the data vault cannot be opened, because it was changed where it is stored.",
  { remedy: "Set the value again." },
);

const params = z.strictObject({
  store_id: shortText.describe("The id of the store in the project's configuration."),
});

/** Takes what clients make of a key: 44 characters of base-64. */
const hashedKey = shortText
  .min(1, mustNotBeEmpty)
  .describe("The key, hashed with the secret: 44 characters of base-64 from the kit, and any text of up to 1,000.");

/** A value of 1 MiB in base-64, with what encryption adds, is 1.4 million characters. */
const encryptedValue = text(2_000_000).describe(
  "The value as the client encrypted it: up to 2,000,000 characters, returned as they were set.",
);

export const readValue = endpoint("POST /data-vault/stores/{store_id}/get", {
  summary: "Read a value of a data vault store",
  description:
    "Values are eventually consistent: one that was just set or deleted can be seen as before for 60 seconds.",
  access: serverOrHigher,
  params,
  query: noQuery,
  body: z.strictObject({ hashed_key: hashedKey }),
  response: z.object({ encrypted_value: encryptedValue }),
  errors: [
    "DATA_VAULT_STORE_DOES_NOT_EXIST",
    "DATA_VAULT_STORE_HASHED_KEY_DOES_NOT_EXIST",
    storeUnreadable,
    valueUnreadable,
  ],
});

export const setValue = endpoint("POST /data-vault/stores/{store_id}/set", {
  summary: "Set a value of a data vault store",
  description:
    "Replaces the value, if there is one; of two requests at once either wins. It can take 60 seconds until the new value is seen everywhere. One key takes one write in a second, and a further one gets a 429.",
  access: serverOrHigher,
  params,
  query: noQuery,
  body: z.strictObject({ hashed_key: hashedKey, encrypted_value: encryptedValue }),
  response: Success,
  errors: ["DATA_VAULT_STORE_DOES_NOT_EXIST", storeUnreadable, tooManyRequests],
});

export const deleteValue = endpoint("POST /data-vault/stores/{store_id}/delete", {
  summary: "Delete a value of a data vault store",
  description:
    "Succeeds also when there is no such value. It can take 60 seconds until the value is gone everywhere. One key takes one write in a second, and a further one gets a 429.",
  access: serverOrHigher,
  params,
  query: noQuery,
  body: z.strictObject({ hashed_key: hashedKey }),
  response: Success,
  errors: ["DATA_VAULT_STORE_DOES_NOT_EXIST", tooManyRequests],
});

export const listStores = endpoint("GET /data-vault/stores", {
  summary: "List the data vault stores of a project with how many values each has",
  description:
    "Ordered by id. At most 1,000 values of a store are counted, and what was set or deleted within the last minute may not count yet.",
  access: adminOnly,
  query: z.strictObject({
    cursor: shortText.optional().describe("The `next_cursor` of the page before: the id of the store to begin with."),
  }),
  response: pageOf(
    z
      .object({
        id: shortText.describe("The id of the store."),
        display_name: z.string().describe("The store's name for people."),
        entries: integer.describe("How many values the store has, counted to 1,000."),
        has_more_entries: z.boolean().describe("`true` where the store has more values than were counted."),
      })
      .meta({ id: "DataVaultStore" }),
  ),
});
