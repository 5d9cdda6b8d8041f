import type { Group } from "./entry";

export const dataVault: Group = {
  section: "Data vault",
  name: "Data vault",
  description:
    "Values that a project's servers store encrypted, by key, in stores that the project's configuration has. The kit encrypts a value and hashes its key with a secret that never leaves the server; what arrives here is encrypted once more. See docs/data-vault.md.",
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
