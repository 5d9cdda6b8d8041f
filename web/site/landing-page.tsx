import BlocksIcon from "lucide-react/icons/blocks";
import KeyRoundIcon from "lucide-react/icons/key-round";
import ZapIcon from "lucide-react/icons/zap";
import type { ReactNode } from "react";
import { Arches } from "../ui/arches";
import { buttonClasses } from "../ui/button";
import { CodeBlock } from "../ui/copy";
import { Logo, LogoMark } from "../ui/logo";
import { ThemeToggle } from "../ui/theme-toggle";
import { useTitle } from "../ui/use-title";
import { app } from "./app";

const snippet = `import { GatehouseClientApp } from "@gatehouse/kit";

const app = new GatehouseClientApp({
  baseUrl: "${import.meta.env.VITE_API_URL}",
  projectId: "your-project-id",
  publishableClientKey: "your-publishable-key",
  tokenStore: "cookie",
});

// Anybody who is not signed in is led to the sign-in page.
const user = await app.getUser({ or: "redirect" });`;

/** What Gatehouse is, and how to begin: for people who are not signed in. */
export function LandingPage() {
  useTitle("Gatehouse · Sign-in and user management on the edge");
  return (
    <div className="flex min-h-dvh flex-col overflow-hidden">
      <header className="mx-auto flex w-full max-w-6xl items-center justify-between gap-4 px-6 py-5">
        <Logo className="text-xl" />
        <nav aria-label="Account" className="flex items-center gap-2">
          <ThemeToggle />
          <a href={app.urls.signIn} className={buttonClasses("ghost", "small")}>
            Sign in
          </a>
        </nav>
      </header>

      <main className="mx-auto flex w-full max-w-6xl flex-1 flex-col px-6">
        <div className="grid items-center gap-x-16 gap-y-12 py-10 lg:grid-cols-[1fr_1.05fr] lg:pt-18 lg:pb-20">
          <div className="flex min-w-0 flex-col gap-6">
            <h1 className="text-4xl/[1.08] font-semibold tracking-[-0.03em] text-ink sm:text-6xl/[1.05]">
              A good gate for your app.
            </h1>
            <p className="max-w-120 text-lg text-ink-soft">
              Gatehouse signs your users in and keeps their accounts. It runs wholly on the edge, close to everyone who
              knocks, with no database or server of your own to look after.
            </p>
            <div className="flex flex-col gap-3 sm:flex-row">
              <a href={app.urls.signUp} className={buttonClasses("primary", "medium", "sm:px-6")}>
                Create an account
              </a>
              <a href={app.urls.signIn} className={buttonClasses("secondary", "medium", "sm:px-6")}>
                Sign in
              </a>
            </div>
          </div>

          <div className="relative isolate min-w-0">
            <Arches count={3} scale={0.36} className="-bottom-10 mask-b-from-40%" />
            <div className="overflow-hidden rounded-card border border-line bg-surface shadow-card sm:rounded-t-[50%_7.5rem]">
              <LogoMark className="mx-auto mt-10 mb-4 hidden size-10 sm:block" />
              <CodeBlock title="app.ts" code={snippet} className="rounded-none border-0 bg-transparent" />
            </div>
          </div>
        </div>

        <ul className="grid gap-x-10 gap-y-8 border-t border-line py-10 sm:grid-cols-3 lg:py-14">
          <Fact icon={<KeyRoundIcon />} title="Ready-made pages">
            Sign-in, sign-up, verification and password reset, in light and dark, usable by keyboard and screen reader.
          </Fact>
          <Fact icon={<ZapIcon />} title="One round trip">
            An authenticated call reads the database once. Sessions refresh without anybody noticing.
          </Fact>
          <Fact icon={<BlocksIcon />} title="Open and yours">
            MIT licensed. Deploy it to your own account, and take your users along whenever you leave.
          </Fact>
        </ul>
      </main>
    </div>
  );
}

function Fact({ icon, title, children }: { icon: ReactNode; title: string; children: ReactNode }) {
  return (
    <li className="flex flex-col gap-2">
      <span
        aria-hidden="true"
        className="mb-1 flex h-11 w-9 items-center justify-center rounded-t-full rounded-b-control bg-accent-soft text-accent [&_svg]:size-4"
      >
        {icon}
      </span>
      <h2 className="text-base font-semibold tracking-tight text-ink">{title}</h2>
      <p className="text-sm text-ink-soft">{children}</p>
    </li>
  );
}
