import type { TeamInvitation as ListedInvitation } from "../../kit";
import type { MockedData } from "../mock/mocked-data";
import type { AccountSettingsProps as SettingsProps } from "../pages/account-settings";
import type { MultiFactorProps as FactorProps } from "../pages/multi-factor";
import type { SignInProps as SignInPageProps } from "../pages/sign-in";
import type { SignUpProps as SignUpPageProps } from "../pages/sign-up";
import { type CodePageProps, type PageProps, StandalonePage } from "./standalone-page";

// The pages of the handler, each for a page of the website's own.

export type SignInProps = PageProps & SignInPageProps & Pick<MockedData, "mockProject">;
export type SignUpProps = PageProps & SignUpPageProps & Pick<MockedData, "mockProject">;
export type AuthPageProps = (({ type: "sign-in" } & SignInProps) | ({ type: "sign-up" } & SignUpProps)) & PageProps;
export type MultiFactorProps = PageProps & FactorProps;
export type AccountSettingsProps = PageProps &
  SettingsProps &
  Pick<MockedData, "mockUser" | "mockProject" | "mockApiKeys" | "mockSessions">;

/** Signs in by the methods that the project has enabled. */
export function SignIn({ mockProject, fullPage, ...pageProps }: SignInProps) {
  return <StandalonePage page="sign-in" mock={{ mockProject }} fullPage={fullPage} pageProps={pageProps} />;
}

/** Creates an account, where the project allows sign-up. */
export function SignUp({ mockProject, fullPage, ...pageProps }: SignUpProps) {
  return <StandalonePage page="sign-up" mock={{ mockProject }} fullPage={fullPage} pageProps={pageProps} />;
}

/** `SignIn` or `SignUp`, by its `type`. */
export function AuthPage({ type, ...props }: AuthPageProps) {
  return type === "sign-in" ? <SignIn {...props} /> : <SignUp {...props} />;
}

/** Ends the session. */
export function SignOut({ fullPage }: PageProps) {
  return <StandalonePage page="sign-out" fullPage={fullPage} />;
}

/** Sends an email with a link to choose a new password. */
export function ForgotPassword({ fullPage }: PageProps) {
  return <StandalonePage page="forgot-password" fullPage={fullPage} />;
}

/** Takes the new password, for the code of that email. */
export function PasswordReset(props: CodePageProps) {
  return <StandalonePage page="password-reset" {...props} />;
}

/** Verifies an address by the code of an email. It asks first, because email scanners open links too. */
export function EmailVerification(props: CodePageProps) {
  return <StandalonePage page="email-verification" {...props} />;
}

/** Signs in by the code of an email, after it has asked. */
export function MagicLinkCallback(props: CodePageProps) {
  return <StandalonePage page="magic-link-callback" {...props} />;
}

/** An OAuth provider sends the browser back to this page. */
export function OAuthCallback(props: CodePageProps) {
  return <StandalonePage page="oauth-callback" {...props} />;
}

/** An invitation to a team, as its members see it. */
export type TeamInvitation = ListedInvitation;

/** Joins a team by the code of an invitation. */
export function TeamInvitation(props: CodePageProps) {
  return <StandalonePage page="team-invitation" {...props} />;
}

/** Lets a command line act for the user. */
export function CliAuthConfirmation({ fullPage = true, ...props }: CodePageProps) {
  return <StandalonePage page="cli-auth-confirm" fullPage={fullPage} {...props} />;
}

/** Asks for the second factor of a sign-in. */
export function MultiFactor({ fullPage, ...pageProps }: MultiFactorProps) {
  return <StandalonePage page="mfa" fullPage={fullPage} pageProps={pageProps} />;
}

/** Shows what users can change about their own account. */
export function AccountSettings({ fullPage, extraItems, ...mock }: AccountSettingsProps) {
  return <StandalonePage page="account-settings" mock={mock} fullPage={fullPage} pageProps={{ extraItems }} />;
}
