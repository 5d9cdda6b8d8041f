import { MessageCard } from "../../ui/layout/message-card";
import { useApp } from "../app-context";
import { AuthMethods, type AuthMethodsProps } from "../auth-methods";
import { CredentialSignUp } from "../credential-sign-up";
import { PageLink } from "../page-link";
import { useProject } from "../use-project";
import { AuthPage, type AuthPageProps } from "./auth-page";
import { PageHeading } from "./page-heading";

export type SignUpProps = AuthPageProps &
  Pick<AuthMethodsProps, "firstTab"> & {
    /** Leaves the second password field out. */
    noPasswordRepeat?: boolean;
  };

/** Creates an account, if the project lets newcomers in. */
export function SignUp({ automaticRedirect, extraInfo, firstTab, noPasswordRepeat }: SignUpProps) {
  const app = useApp();
  const project = useProject();
  if (!project.config.signUpEnabled) {
    return (
      <AuthPage destination="afterSignUp" automaticRedirect={automaticRedirect}>
        <MessageCard
          title="Sign-up is closed"
          primaryButtonText="Sign in"
          primaryAction={() => app.redirectToSignIn()}
          secondaryButtonText="Go home"
          secondaryAction={() => app.redirectToHome()}
        >
          <p>{project.displayName} does not take new accounts at the moment.</p>
        </MessageCard>
      </AuthPage>
    );
  }
  return (
    <AuthPage destination="afterSignUp" automaticRedirect={automaticRedirect} extraInfo={extraInfo}>
      <PageHeading title="Create your account">
        Already have an account? <PageLink page="signIn">Sign in</PageLink>
      </PageHeading>
      <AuthMethods
        type="sign-up"
        firstTab={firstTab}
        passwordForm={<CredentialSignUp noPasswordRepeat={noPasswordRepeat} />}
      />
    </AuthPage>
  );
}
