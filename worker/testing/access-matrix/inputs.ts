import type { World } from "./world";

export const callbackUrl = "http://localhost:3000/handler/page";
export const password = "correct horse battery";
/** A code that nobody was given. */
export const unknownCode = "0".repeat(45);

/** A passkey's answers, in their right form and of no worth. */
const credential = { id: "AQ", rawId: "AQ", type: "public-key", clientExtensionResults: {} };
export const registration = { ...credential, response: { clientDataJSON: "AQ", attestationObject: "AQ" } };
export const assertion = {
  ...credential,
  response: { clientDataJSON: "AQ", authenticatorData: "AQ", signature: "AQ" },
};

export function channelOf({ user }: World): Record<string, string> {
  return { user_id: user.id, contact_channel_id: user.channelId };
}

/** The key set with which the project was made. */
export async function keySetOf({ project }: World): Promise<Record<string, string>> {
  const { body } = await project.admin("GET /internal/api-keys");
  return { api_key_id: body.items[0].id };
}
