import type { ReactNode } from "react";
import { CredentialSignIn } from "../credential-sign-in";
import { PageLink } from "../page-link";
import { PasskeySignIn } from "../passkey-sign-in";
import { useProject } from "../use-project";
import { AuthPage, type AuthPageProps } from "./auth-page";
import { PageHeading } from "./page-heading";

/** Signs somebody in by whatever methods the project has switched on. */
export function SignIn({ automaticRedirect, extraInfo }: AuthPageProps & { extraInfo?: ReactNode }) {
  const project = useProject();
  const { credentialEnabled, passkeyEnabled } = project.config;
  return (
    <AuthPage destination="afterSignIn" automaticRedirect={automaticRedirect}>
      <PageHeading title="Sign in">
        {project.config.signUpEnabled && (
          <>
            New to {project.displayName}? <PageLink page="signUp">Create an account</PageLink>
          </>
        )}
      </PageHeading>
      {passkeyEnabled && <PasskeySignIn />}
      {passkeyEnabled && credentialEnabled && <MethodDivider />}
      {credentialEnabled && <CredentialSignIn />}
      {!passkeyEnabled && !credentialEnabled && <NoMethod />}
      {extraInfo}
    </AuthPage>
  );
}

function MethodDivider() {
  return (
    <div className="flex items-center gap-3 text-sm text-ink-soft before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
      Or continue with
    </div>
  );
}

export function NoMethod() {
  return (
    <p className="rounded-control bg-sunken px-4 py-6 text-center text-sm text-ink-soft">
      No authentication method enabled.
    </p>
  );
}
