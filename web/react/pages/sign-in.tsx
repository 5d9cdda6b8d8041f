import { Name } from "../../ui/text/name";
import { PageLink } from "../components/page-link";
import { CredentialSignIn } from "../forms/credential-sign-in";
import { useProject } from "../hooks/use-project";
import { AuthMethods, type AuthMethodsProps } from "./parts/auth-methods";
import { AuthPage, type AuthPageProps } from "./parts/auth-page";
import { PageHeading } from "./parts/page-heading";

export type SignInProps = AuthPageProps & Pick<AuthMethodsProps, "firstTab">;

/** Signs in by the methods that the project has enabled. */
export function SignIn({ automaticRedirect, extraInfo, firstTab }: SignInProps) {
  const project = useProject();
  return (
    <AuthPage destination="afterSignIn" automaticRedirect={automaticRedirect} extraInfo={extraInfo}>
      <AuthMethods
        type="sign-in"
        heading={
          <PageHeading title="Sign in">
            {project.config.signUpEnabled && (
              <>
                New to <Name>{project.displayName}</Name>? <PageLink page="signUp">Create an account</PageLink>
              </>
            )}
          </PageHeading>
        }
        firstTab={firstTab}
        passwordForm={<CredentialSignIn />}
      />
    </AuthPage>
  );
}
