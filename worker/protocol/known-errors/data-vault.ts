import { detailed, fixed, type Remedies } from "./definition";

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

/** For readers of the reference: what happened, and what to do about it. */
export const dataVaultRemedies: Remedies<typeof dataVaultErrors> = {
  DATA_VAULT_STORE_DOES_NOT_EXIST: ["The project has no such store.", "Create the store, or check its id."],
  DATA_VAULT_STORE_HASHED_KEY_DOES_NOT_EXIST: [
    "The store holds nothing under this key.",
    "Check the key, or write a value first.",
  ],
  WORKFLOW_TOKEN_DOES_NOT_EXIST: ["The workflow token is not one of ours.", "Check `x-stack-workflow-token`."],
  WORKFLOW_TOKEN_EXPIRED: ["The workflow token is past its time.", "Start the workflow again."],
};
