import type { knownErrors } from "./catalogue";
import { cliAndApiKeyRemedies } from "./cli-and-api-keys";
import { dataVaultRemedies } from "./data-vault";
import type { Remedies } from "./definition";
import { emailRemedies } from "./email";
import { genericRemedies } from "./generic";
import { mfaRemedies } from "./mfa";
import { oauthRemedies } from "./oauth";
import { paymentsRemedies } from "./payments";
import { permissionRemedies } from "./permissions";
import { projectRemedies } from "./project";
import { projectAuthenticationRemedies } from "./project-authentication";
import { sessionRemedies } from "./session";
import { userRemedies } from "./user";
import { verificationRemedies } from "./verification";

/** Those of the whole catalogue, which only what describes the API imports. A code without one does not compile. */
export const remedies: Remedies<typeof knownErrors> = {
  ...genericRemedies,
  ...projectAuthenticationRemedies,
  ...sessionRemedies,
  ...userRemedies,
  ...projectRemedies,
  ...verificationRemedies,
  ...permissionRemedies,
  ...oauthRemedies,
  ...mfaRemedies,
  ...cliAndApiKeyRemedies,
  ...emailRemedies,
  ...paymentsRemedies,
  ...dataVaultRemedies,
};
