import { useSuspenseQuery } from "@tanstack/react-query";
import { useApp } from "../../../hooks/use-app";
import { contactChannelOptions } from "../../../queries/account-queries";
import type { SectionProps } from "../section";
import { EmailsCard } from "./emails-card";
import { MfaCard } from "./mfa-card";
import { OtpCard } from "./otp-card";
import { PasskeyCard } from "./passkey-card";
import { PasswordCard } from "./password-card";

/** The user's addresses, and the authentication methods that the project offers. */
export function AuthSection({ user, project }: SectionProps) {
  const { data: channels } = useSuspenseQuery(contactChannelOptions(useApp(), user));
  const signInEmails = channels.filter(({ usedForAuth }) => usedForAuth);
  const hasVerifiedSignInEmail = signInEmails.some(({ isVerified }) => isVerified);
  const { credentialEnabled, passkeyEnabled, magicLinkEnabled } = project.config;
  return (
    <>
      <EmailsCard user={user} channels={channels} />
      {credentialEnabled && <PasswordCard user={user} hasSignInEmail={signInEmails.length > 0} />}
      {passkeyEnabled && <PasskeyCard user={user} hasVerifiedSignInEmail={hasVerifiedSignInEmail} />}
      {magicLinkEnabled && <OtpCard user={user} hasVerifiedSignInEmail={hasVerifiedSignInEmail} />}
      <MfaCard user={user} project={project} />
    </>
  );
}
