import { hashSecret, newSecret } from "../../../platform/secrets";
import type { Tools } from "../../../platform/tools";

/** The length of a Durable Object's id in hexadecimal. */
const idLength = 64;

/** A fresh login with its two codes. Each begins with the login's id, and reveals nothing of the other's secret. */
export function newLogin(logins: Tools["cliLogins"]) {
  const id = logins.newUniqueId();
  return { login: logins.get(id), pollingCode: `${id}${newSecret()}`, loginCode: `${id}${newSecret()}` };
}

/** The login that a code belongs to, before its secret is checked. Undefined where the code cannot be one of ours. */
export async function findLogin(logins: Tools["cliLogins"], code: string) {
  const id = loginId(logins, code.slice(0, idLength));
  return id && { id: id.toString(), login: logins.get(id), codeHash: await hashSecret(code) };
}

/** The platform distinguishes its own ids from invented ones, so that guesses wake no object. */
function loginId(logins: Tools["cliLogins"], text: string): DurableObjectId | undefined {
  try {
    return logins.idFromString(text);
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}
