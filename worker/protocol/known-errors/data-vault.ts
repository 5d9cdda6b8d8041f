import { detailed, fixed } from "./definition";

/** Data vault stores and workflow tokens. */
export const dataVaultErrors = {
  DATA_VAULT_STORE_DOES_NOT_EXIST: detailed({
    status: 400,
    details: { store_id: "string" },
    message: ({ store_id }) => `Data vault store with ID ${store_id} does not exist.`,
  }),
  DATA_VAULT_STORE_HASHED_KEY_DOES_NOT_EXIST: detailed({
    status: 400,
    details: { store_id: "string", hashed_key: "string" },
    message: ({ store_id, hashed_key }) =>
      `Data vault store with ID ${store_id} does not contain a key with hash ${hashed_key}.`,
  }),
  WORKFLOW_TOKEN_DOES_NOT_EXIST: fixed(
    400,
    "The workflow token you specified does not exist. Make sure the value in x-stack-workflow-token is correct.",
  ),
  WORKFLOW_TOKEN_EXPIRED: fixed(
    400,
    "The workflow token you specified has expired. Make sure the value in x-stack-workflow-token is correct.",
  ),
};
