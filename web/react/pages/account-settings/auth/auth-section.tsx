import type { SectionProps } from "../section";
import { EmailsCard } from "./emails-card";
import { LinkedAccountsCard } from "./linked-accounts-card";
import { MfaCard } from "./mfa-card";
import { OtpCard } from "./otp-card";
import { PasskeysCard } from "./passkeys-card";
import { PasswordCard } from "./password-card";

/** The user's addresses, and the authentication methods that the project offers. */
export function AuthSection(props: SectionProps) {
  const { credentialEnabled, passkeyEnabled, magicLinkEnabled, totpMfaEnabled } = props.project.config;
  return (
    <>
      <EmailsCard {...props} />
      {credentialEnabled && <PasswordCard {...props} />}
      {passkeyEnabled && <PasskeysCard {...props} />}
      {magicLinkEnabled && <OtpCard {...props} />}
      <LinkedAccountsCard {...props} />
      {(totpMfaEnabled !== false || props.user.isMultiFactorRequired) && <MfaCard {...props} />}
    </>
  );
}
