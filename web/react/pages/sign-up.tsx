import { Name } from "../../ui/text/name";
import { useTranslation } from "../../ui/translation/use-translation";
import { PageLink } from "../components/page-link";
import { CredentialSignUp } from "../forms/credential-sign-up";
import { useApp } from "../hooks/use-app";
import { useProject } from "../hooks/use-project";
import { AuthMethods, type AuthMethodsProps } from "./parts/auth-methods";
import { AuthPage, type AuthPageProps, PageHeading } from "./parts/auth-page";
import { HomeCard } from "./parts/home-card";

export type SignUpProps = AuthPageProps &
  Pick<AuthMethodsProps, "firstTab"> & {
    /** Has no effect: there is no second password field. Websites that move over may pass it. */
    noPasswordRepeat?: boolean;
  };

/** Creates an account, where the project allows sign-up. */
export function SignUp({ automaticRedirect, extraInfo, firstTab }: SignUpProps) {
  const t = useTranslation();
  const app = useApp();
  const project = useProject();
  if (!project.config.signUpEnabled) {
    return (
      <AuthPage destination="afterSignUp" automaticRedirect={automaticRedirect}>
        <HomeCard title={t("Sign-up is closed")} button={t("Sign in")} onPress={() => app.redirectToSignIn()}>
          <p>
            {t.rich("{project} does not take new accounts at the moment.", {
              project: <Name>{project.displayName}</Name>,
            })}
          </p>
        </HomeCard>
      </AuthPage>
    );
  }
  return (
    <AuthPage destination="afterSignUp" automaticRedirect={automaticRedirect} extraInfo={extraInfo}>
      <AuthMethods
        type="sign-up"
        heading={
          <PageHeading title={t("Create your account")}>
            {t.rich("Already have an account? <signIn>Sign in</signIn>", {
              signIn: (text) => <PageLink page="signIn">{text}</PageLink>,
            })}
          </PageHeading>
        }
        firstTab={firstTab}
        passwordForm={<CredentialSignUp />}
      />
    </AuthPage>
  );
}
