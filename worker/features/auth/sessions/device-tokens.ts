import type { User } from "../../../db/users/queries";
import { keyedHashes } from "../../../platform/keyed-hash";
import { equalSecrets, newId } from "../../../platform/secrets";
import type { Tools } from "../../../platform/tools";

/** Says with whose credentials a device has signed in. */
type DeviceUser = Pick<User, "id" | "credentialVersion"> & { projectId: string };

/**
 * Shows that a user has signed in with a device, for as long as their credentials stay what they are. It signs nobody in: its device has an allowance of guesses
 * that others cannot use up.
 */
export async function newDeviceToken({ settings }: Pick<Tools, "settings">, user: DeviceUser): Promise<string> {
  const device = newId();
  const [signature] = await signaturesOf(settings, user, device);
  return `${device}.${signature}`;
}

/** Nobody has a token for it. */
const nobody: DeviceUser = { projectId: "", id: "", credentialVersion: 0 };

/** The device that one of a browser's tokens shows to be the user's; undefined where none does, which takes as long without a user. */
export async function deviceOf(
  { settings }: Pick<Tools, "settings">,
  user: DeviceUser | undefined,
  tokens: readonly string[] = [],
): Promise<string | undefined> {
  for (const token of tokens) {
    const [device = "", signature = ""] = token.split(".");
    const signatures = await signaturesOf(settings, user ?? nobody, device);
    if (signatures.some((each) => equalSecrets(each, signature))) return device;
  }
  return undefined;
}

function signaturesOf(
  { serverSecrets }: Tools["settings"],
  { projectId, id, credentialVersion }: DeviceUser,
  device: string,
): Promise<string[]> {
  return keyedHashes(serverSecrets, "device", [projectId, id, credentialVersion, device].join("/"));
}
