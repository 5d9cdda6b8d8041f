import { AuthMethods, type AuthMethodsProps } from "../auth-methods";
import { CredentialSignIn } from "../credential-sign-in";
import { PageLink } from "../page-link";
import { useProject } from "../use-project";
import { AuthPage, type AuthPageProps } from "./auth-page";
import { PageHeading } from "./page-heading";

export type SignInProps = AuthPageProps & Pick<AuthMethodsProps, "firstTab">;

/** Signs somebody in by whatever methods the project has switched on. */
export function SignIn({ automaticRedirect, extraInfo, firstTab }: SignInProps) {
  const project = useProject();
  return (
    <AuthPage destination="afterSignIn" automaticRedirect={automaticRedirect} extraInfo={extraInfo}>
      <PageHeading title="Sign in">
        {project.config.signUpEnabled && (
          <>
            New to {project.displayName}? <PageLink page="signUp">Create an account</PageLink>
          </>
        )}
      </PageHeading>
      <AuthMethods type="sign-in" firstTab={firstTab} passwordForm={<CredentialSignIn />} />
    </AuthPage>
  );
}
