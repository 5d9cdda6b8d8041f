import type { Group } from "./entry";

export const dataVault: Group = {
  section: "Data vault",
  name: "Data vault",
  description:
    "Values that a project's servers store encrypted, by key, in stores that the project's configuration has. The kit encrypts a value and hashes its key with a secret that never leaves the server; what arrives here is encrypted once more. See docs/data-vault.md.",
  fields: {
    store_id: "The id of the store in the project's configuration.",
    hashed_key: "The key, hashed with the secret: 44 characters of base-64 from the kit, and any text of up to 1,000.",
    encrypted_value: "The value as the client encrypted it: up to 1,000,000 characters, returned as they were set.",
    "items.id": "The id of the store.",
    display_name: "The store's name for people.",
    entries: "How many values the store has, counted to 1,000.",
    has_more_entries: "`true` where the store has more values than were counted.",
    "query.cursor": "The `next_cursor` of the page before: the id of the store to begin with.",
  },
  samples: {
    store_id: "secrets",
    hashed_key: "mIl6Zh5gKSndkLIOOZ5bNbedij15RRuefNlBnH6rEGY=",
    encrypted_value: "AQAAAQIDBAUGBwgJCgsMDQ4PoKGio6SlpqeoqaqrnnXQ7foRQLv8Khe3XZSHT9wAebmOpBhv93LI",
    "items.id": "secrets",
    display_name: "Secrets",
    entries: 12,
    has_more_entries: false,
    "query.cursor": "secrets",
  },
  endpoints: {
    "POST /data-vault/stores/{store_id}/get": {},
    "POST /data-vault/stores/{store_id}/set": {},
    "POST /data-vault/stores/{store_id}/delete": {},
    "GET /data-vault/stores": {},
  },
};
