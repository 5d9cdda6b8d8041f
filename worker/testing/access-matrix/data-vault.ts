// The data vault.
import { storeOf } from "./inputs";
import type { Row } from "./row";

/** Another project's backend writes into its own project. */
const serverOnly = {
  "200": "server admin owner foreign",
  "401 INSUFFICIENT_ACCESS_TYPE": "signedOut anonymous self otherUser member holder",
};

export const dataVault: Row[] = [
  {
    key: "POST /data-vault/stores/{store_id}/get",
    input: async (scenario) => ({ params: await storeOf(scenario), body: { hashed_key: "a" } }),
    outcomes: {
      ...serverOnly,
      "200": "server admin owner",
      "400 DATA_VAULT_STORE_HASHED_KEY_DOES_NOT_EXIST": "foreign",
    },
  },
  {
    key: "POST /data-vault/stores/{store_id}/set",
    input: async (scenario) => ({
      params: await storeOf(scenario),
      body: { hashed_key: "a", encrypted_value: "b" },
    }),
    outcomes: serverOnly,
  },
  {
    key: "POST /data-vault/stores/{store_id}/delete",
    input: async (scenario) => ({ params: await storeOf(scenario), body: { hashed_key: "a" } }),
    outcomes: serverOnly,
  },
  {
    key: "GET /data-vault/stores",
    input: () => ({}),
    outcomes: {
      "200": "admin owner",
      "401 INSUFFICIENT_ACCESS_TYPE": "signedOut anonymous self otherUser member holder server foreign",
    },
  },
];
