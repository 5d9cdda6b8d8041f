import { inject } from "vitest";
import { type Gatehouse, startGatehouse } from "./start-gatehouse";
import { changeStoredData } from "./stored-data";

let started: Promise<Gatehouse> | undefined;

/** Holds what the internal project of an instance without a stand-in for providers comes with, where one with it differs. */
const withoutProvider = {
  "auth.otp.allowSignIn": false,
  "auth.passkey.allowSignIn": false,
  "auth.securityNotices": true,
  "auth.oauth.providers": {},
};

/**
 * Returns the Gatehouse of this test process: API, site (in the browser project), mailbox and identity provider. They end with
 * the process. Each file that calls this finds the internal project's settings as a new instance has them. Whatever else is there
 * may belong to other files, so a test makes its own project and users.
 *
 * A file that stops the API, or needs other variables, starts one of its own by `startGatehouse`.
 *
 * @param options.identityProvider owners sign in by the identity provider as well, as in development
 */
export async function sharedGatehouse({ identityProvider = false } = {}): Promise<Gatehouse> {
  started ??= startGatehouse({ site: inject("hasSite") ?? false, identityProvider: true });
  const gatehouse = await started;
  changeStoredData(
    gatehouse,
    "update projects set config_override = ?, config_seal = null where project_id = 'internal'",
    JSON.stringify(identityProvider ? {} : withoutProvider),
  );
  return gatehouse;
}
