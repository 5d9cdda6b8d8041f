import type { ReactNode } from "react";
import { MessageCard } from "../../ui/message-card";
import { useApp } from "../app-context";
import { CredentialSignUp } from "../credential-sign-up";
import { PageLink } from "../page-link";
import { useProject } from "../use-project";
import { AuthPage, type AuthPageProps } from "./auth-page";
import { PageHeading } from "./page-heading";
import { NoMethod } from "./sign-in";

/** Creates an account, if the project lets newcomers in. */
export function SignUp({
  automaticRedirect,
  extraInfo,
  noPasswordRepeat,
}: AuthPageProps & { extraInfo?: ReactNode; noPasswordRepeat?: boolean }) {
  const app = useApp();
  const project = useProject();
  return (
    <AuthPage destination="afterSignUp" automaticRedirect={automaticRedirect}>
      {project.config.signUpEnabled ? (
        <>
          <PageHeading title="Create your account">
            Already have an account? <PageLink page="signIn">Sign in</PageLink>
          </PageHeading>
          {project.config.credentialEnabled ? <CredentialSignUp noPasswordRepeat={noPasswordRepeat} /> : <NoMethod />}
          {extraInfo}
        </>
      ) : (
        <MessageCard
          title="Sign-up is closed"
          primaryButtonText="Sign in"
          primaryAction={() => app.redirectToSignIn()}
          secondaryButtonText="Go home"
          secondaryAction={() => app.redirectToHome()}
        >
          <p>{project.displayName} does not take new accounts at the moment.</p>
        </MessageCard>
      )}
    </AuthPage>
  );
}
