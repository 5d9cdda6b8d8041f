import type { TeamInvitation as ListedInvitation } from "../../kit";
import { LoadingPage, PageLayout, ProjectName } from "../components/page-layout";
import { SearchParamsContext } from "../components/page-link";
import { useLocation } from "../hooks/page-hooks";
import type { MockedData } from "../mock/mock-responses";
import { Mocked } from "../mock/mocked";
import type { HandlerPage } from "../pages/handler-route";
import type { MultiFactorProps as FactorProps } from "../pages/multi-factor";
import {
  type PageProps as AnyPageProps,
  pages,
  type AccountSettingsProps as SettingsProps,
} from "../pages/page-registry";
import type { SignInProps as SignInPageProps } from "../pages/sign-in";
import type { SignUpProps as SignUpPageProps } from "../pages/sign-up";
import { Scoped } from "../theme/gatehouse-theme";

/** Holds what every page takes that a website shows by itself. */
export type PageProps = {
  /** Fills the window; otherwise it is a card in the website's page. */
  fullPage?: boolean;
};

/** Holds what pages take that an email or another program leads to. */
export type CodePageProps = PageProps & {
  /** The query of the page's address, as a router has it; by default that of the address bar. */
  searchParams?: URLSearchParams | Readonly<Record<string, string>>;
};

type StandalonePageProps = CodePageProps & {
  page: HandlerPage;
  pageProps?: Partial<AnyPageProps>;
  mock?: MockedData;
};

/** The pages that show nothing of use without the query of the address. */
const codePages: ReadonlySet<HandlerPage> = /* @__PURE__ */ new Set<HandlerPage>([
  "email-verification",
  "password-reset",
  "oauth-callback",
  "magic-link-callback",
  "team-invitation",
  "cli-auth-confirm",
  "error",
]);

/** A server takes this for the query of the other pages: it is in their links only. */
const noQuery = /* @__PURE__ */ new URLSearchParams();

/** A page of the handler on a page of the website's own, with its loading and failed states. */
function StandalonePage({ mock = {}, ...props }: StandalonePageProps) {
  return (
    <Scoped>
      <Mocked mock={mock}>
        <PageLayout fullPage={props.fullPage} wide={pages[props.page].wide} brand={<ProjectName />}>
          <PageContent {...props} />
        </PageLayout>
      </Mocked>
    </Scoped>
  );
}

/** Apart from the layout, so that a change of the address renders nothing around that is still being hydrated. */
function PageContent({ page, pageProps, fullPage, searchParams }: Omit<StandalonePageProps, "mock">) {
  const current = useQueryOfPage(searchParams);
  const query = current ?? (codePages.has(page) ? undefined : noQuery);
  const { Page, wide } = pages[page];
  if (!query) return <LoadingPage wide={wide} />;
  return (
    <SearchParamsContext value={query}>
      <Page {...pageProps} fullPage={fullPage} searchParams={query} />
    </SearchParamsContext>
  );
}

/** Undefined on a server that was not given one. */
function useQueryOfPage(given: CodePageProps["searchParams"]): URLSearchParams | undefined {
  const location = useLocation();
  if (given) return new URLSearchParams(given as URLSearchParams);
  return location === undefined ? undefined : new URL(location, "https://page.invalid").searchParams;
}

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

/** Asks a restricted user for what is missing, such as a verified address. */
export function Onboarding({ fullPage }: PageProps) {
  return <StandalonePage page="onboarding" fullPage={fullPage} />;
}

/** Shows what users can change about their own account. */
export function AccountSettings({ fullPage, extraItems, ...mock }: AccountSettingsProps) {
  return <StandalonePage page="account-settings" mock={mock} fullPage={fullPage} pageProps={{ extraItems }} />;
}
