import CloudIcon from "lucide-react/icons/cloud";
import CodeIcon from "lucide-react/icons/code-xml";
import CreditCardIcon from "lucide-react/icons/credit-card";
import KeyRoundIcon from "lucide-react/icons/key-round";
import KeySquareIcon from "lucide-react/icons/key-square";
import LockIcon from "lucide-react/icons/lock-keyhole";
import ShieldCheckIcon from "lucide-react/icons/shield-check";
import TagIcon from "lucide-react/icons/tag";
import UserIcon from "lucide-react/icons/user-cog";
import UsersIcon from "lucide-react/icons/users-round";
import VaultIcon from "lucide-react/icons/vault";
import WebhookIcon from "lucide-react/icons/webhook";
import type { ReactNode } from "react";
import { installCommand, keyPlaceholders, tagExample } from "../dashboard/setup/snippets";
import { Arches } from "../ui/brand/arches";
import { Logo, LogoMark } from "../ui/brand/logo";
import { buttonClasses } from "../ui/buttons/button";
import { ThemeToggle } from "../ui/buttons/theme-toggle";
import { CodeBlock } from "../ui/data/code-block";
import { LanguageButton } from "../ui/forms/language-button";
import { useTitle } from "../ui/layout/use-title";
import { linkClasses } from "../ui/theme/class-names";
import { app } from "./app";
import { LandingTranslation, useLandingTranslation } from "./landing-translation";

const apiUrl = import.meta.env.VITE_API_URL;

const siteUrl = window.location.origin;
const setup = { ...keyPlaceholders, apiUrl, projectId: "your-project-id" };

const existingClient = `import { StackClientApp } from "@stackframe/js";

const app = new StackClientApp({
  baseUrl: "${apiUrl}",
  // Project ID and keys of your Gatehouse project
});`;

/** Says what Gatehouse is and how to start, for visitors who are not signed in. */
export function LandingPage() {
  return (
    <LandingTranslation>
      <Landing />
    </LandingTranslation>
  );
}

function Landing() {
  const t = useLandingTranslation();
  useTitle(t("Gatehouse · Authentication and user management"));
  return (
    <div className="flex min-h-dvh flex-col overflow-hidden">
      <header className="mx-auto flex w-full max-w-6xl flex-wrap items-center justify-between gap-x-4 gap-y-2 px-6 py-5">
        <Logo className="text-xl" />
        <nav aria-label={t("Account")} className="flex flex-wrap items-center gap-2">
          <LanguageButton />
          <ThemeToggle />
          <a href={app.urls.signIn} className={buttonClasses("ghost", "small")}>
            {t("Sign in")}
          </a>
        </nav>
      </header>

      <main className="mx-auto flex w-full max-w-6xl flex-1 flex-col px-6">
        <Introduction />
        <Section title={t("What is included")}>
          <ul className="grid gap-x-10 gap-y-9 sm:grid-cols-2 lg:grid-cols-4">
            <Feature icon={<KeyRoundIcon />} title={t("Sign-in methods")}>
              {t(
                "Email and password, one-time codes and links by email, passkeys, and OAuth with Google, GitHub, Microsoft, Apple and others. Authenticator apps as a second factor.",
              )}
            </Feature>
            <Feature icon={<LockIcon />} title={t("Account protection")}>
              {t(
                "Limits on guesses, refusal of breached passwords, notices of changed credentials, and a new proof of identity before sensitive changes.",
              )}
            </Feature>
            <Feature icon={<UserIcon />} title={t("Users")}>
              {t(
                "Profiles, email addresses, linked accounts, active sessions and JSON metadata. Search, create and edit users in the dashboard or through the API.",
              )}
            </Feature>
            <Feature icon={<UsersIcon />} title={t("Teams")}>
              {t("Users create teams, invite members by email, and have a profile in each team.")}
            </Feature>
            <Feature icon={<ShieldCheckIcon />} title={t("Permissions")}>
              {t(
                "Define permissions for the project or for teams. A permission can include others; your code checks them in the browser and on the server.",
              )}
            </Feature>
            <Feature icon={<KeySquareIcon />} title={t("API keys")}>
              {t(
                "Let your users and teams create keys for their programs, with an expiry date and revocation. Your backend verifies a key with one request.",
              )}
            </Feature>
            <Feature icon={<TagIcon />} title={t("One HTML tag")}>
              {t(
                "A script and an element put sign-in, the user's menu and account settings into any page, without a build or a framework.",
              )}
            </Feature>
            <Feature icon={<CreditCardIcon />} title={t("Payments")}>
              {t(
                "Sell offers and subscriptions to users and teams through your Stripe account, and count what they use.",
              )}
            </Feature>
            <Feature icon={<WebhookIcon />} title={t("Webhooks")}>
              {t(
                "Signed events about users, teams and permissions for your backend, sent again for three days until they arrive.",
              )}
            </Feature>
            <Feature icon={<VaultIcon />} title={t("Data vault")}>
              {t("Stores secrets of your users, such as tokens, encrypted with a key that only your backend has.")}
            </Feature>
            <Feature icon={<CodeIcon />} title={t("SDK and REST API")}>
              {t.rich(
                "A TypeScript SDK for browsers and backends, and a REST API for everything else, with a <reference>reference</reference> in which you can try each request.",
                {
                  reference: (text) => (
                    <a href={`${apiUrl}/api/v1/docs`} className={linkClasses}>
                      {text}
                    </a>
                  ),
                },
              )}
            </Feature>
            <Feature icon={<CloudIcon />} title={t("Your own deployment")}>
              {t(
                "Deploys to your Cloudflare account as one Worker with a D1 database. Open source under the MIT license.",
              )}
            </Feature>
          </ul>
        </Section>

        <Section title={t("Get started")}>
          <ol className="grid gap-x-10 gap-y-8 lg:grid-cols-3">
            <Step number={1} title={t("Create a project")}>
              <p>{t("Create an account, then a project in the dashboard. Choose its sign-in methods.")}</p>
            </Step>
            <Step number={2} title={t("Copy the code")}>
              <p>
                {t(
                  "The quick start of the project has its keys filled in: for a page with the tag above, React, Next.js, forms of your own, and backends.",
                )}
              </p>
            </Step>
            <Step number={3} title={t("Install the SDK")}>
              <p>{t("The tag needs nothing. Apps with a bundler and backends install the SDK from this site.")}</p>
              <CodeBlock title="Terminal" code={installCommand(siteUrl)} className="mt-2" />
            </Step>
          </ol>
        </Section>

        <Section title={t("Move from an existing client")}>
          <div className="grid items-start gap-x-16 gap-y-6 lg:grid-cols-2">
            <div className="flex max-w-120 flex-col gap-3 text-sm text-ink-soft">
              <p>
                {t.rich(
                  "Gatehouse implements the REST API of the <client>@stackframe</client> 2.8.41 clients. If your app uses one of them, keep it: set <option>baseUrl</option> to the address of your Gatehouse API.",
                  { client: asCode, option: asCode },
                )}
              </p>
              <p>{t("You can import users with their existing password hashes, so that they keep their passwords.")}</p>
            </div>
            <CodeBlock title="app.ts" code={existingClient} />
          </div>
        </Section>
      </main>
    </div>
  );
}

function Introduction() {
  const t = useLandingTranslation();
  return (
    <div className="grid items-start gap-x-16 gap-y-12 py-10 lg:grid-cols-[1fr_1.05fr] lg:pt-18 lg:pb-20">
      <div className="flex min-w-0 flex-col gap-6 lg:pt-20">
        <h1 className="text-4xl/[1.08] font-semibold tracking-[-0.03em] text-ink sm:text-5xl/[1.08]">
          {t("Authentication and user management for your app")}
        </h1>
        <p className="max-w-120 text-lg text-ink-soft">
          {t(
            "Gatehouse signs your users in, stores their accounts, teams and permissions, and gives you a dashboard to manage them. It runs on Cloudflare Workers, without servers or databases that you have to maintain.",
          )}
        </p>
        <div className="flex flex-col gap-3 sm:flex-row">
          <a href={app.urls.signUp} className={buttonClasses("primary", "medium", "sm:px-6")}>
            {t("Create an account")}
          </a>
          <a href={app.urls.signIn} className={buttonClasses("secondary", "medium", "sm:px-6")}>
            {t("Sign in")}
          </a>
        </div>
      </div>

      <div className="relative isolate flex min-w-0 flex-col gap-6">
        <Arches count={3} scale={0.36} className="-bottom-10 mask-b-from-40%" />
        <TagPreview />
        <figure className="flex min-w-0 flex-col gap-3">
          <CodeBlock title="index.html" code={tagExample({ ...setup, siteUrl })} className="bg-surface shadow-card" />
          <figcaption className="text-sm text-ink-soft">
            {t.rich(
              "This is a whole website with sign-in. There is <more>more</more> for React, Next.js, forms of your own, and backends.",
              {
                more: (text) => (
                  <a
                    href="https://github.com/gatehouse-auth/gatehouse/blob/main/README.md#embed-it"
                    className={linkClasses}
                  >
                    {text}
                  </a>
                ),
              },
            )}
          </figcaption>
        </figure>
      </div>
    </div>
  );
}

/** Shows what the code beside it looks like in a browser. It is a picture: forms to sign in with are on the pages linked above. */
function TagPreview() {
  const t = useLandingTranslation();
  return (
    <div
      aria-hidden="true"
      className="overflow-hidden rounded-card border border-line bg-surface shadow-card select-none sm:rounded-t-[50%_7.5rem]"
    >
      <div className="mx-auto flex max-w-80 flex-col gap-3 px-6 pt-8 pb-7 sm:pt-12">
        <LogoMark className="mx-auto hidden size-10 sm:block" />
        <p className="text-center text-lg font-semibold tracking-tight text-ink">{t("Sign in")}</p>
        <PreviewField label={t("Email")} value="ada@example.com" />
        <PreviewField label={t("Password")} value="••••••••••••" />
        <span className={buttonClasses("primary", "medium", "pointer-events-none")}>{t("Sign in")}</span>
      </div>
    </div>
  );
}

function PreviewField({ label, value }: { label: string; value: string }) {
  return (
    <div className="flex flex-col gap-1.5 text-sm">
      <span className="font-medium text-ink">{label}</span>
      <span className="flex min-h-10 items-center rounded-control border border-line-strong bg-surface px-3 text-ink-soft">
        {value}
      </span>
    </div>
  );
}

function asCode(text: ReactNode) {
  return (
    <code dir="ltr" className="font-mono text-ink">
      {text}
    </code>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="flex flex-col gap-8 border-t border-line py-12 lg:py-14">
      <h2 className="text-2xl font-semibold tracking-tight text-ink">{title}</h2>
      {children}
    </section>
  );
}

function Feature({ icon, title, children }: { icon: ReactNode; title: string; children: ReactNode }) {
  return (
    <li className="flex gap-4 sm:flex-col sm:gap-3">
      <ArchBadge>{icon}</ArchBadge>
      <div className="flex min-w-0 flex-col gap-2">
        <h3 className="text-base font-semibold tracking-tight text-ink">{title}</h3>
        <p className="text-sm text-ink-soft">{children}</p>
      </div>
    </li>
  );
}

function Step({ number, title, children }: { number: number; title: string; children: ReactNode }) {
  return (
    <li className="flex min-w-0 gap-4">
      <ArchBadge>{number}</ArchBadge>
      <div className="flex min-w-0 flex-1 flex-col gap-2 text-sm text-ink-soft">
        <h3 className="text-base font-semibold tracking-tight text-ink">{title}</h3>
        {children}
      </div>
    </li>
  );
}

/** An icon or a number in the shape of the brand's arch. */
function ArchBadge({ children }: { children: ReactNode }) {
  return (
    <span
      aria-hidden="true"
      className="flex h-11 w-9 shrink-0 items-center justify-center rounded-t-full rounded-b-control bg-accent-soft text-sm font-semibold text-accent [&_svg]:size-4"
    >
      {children}
    </span>
  );
}
