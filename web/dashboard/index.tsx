import { useUser } from "../react";
import { buttonClasses } from "../ui/button";
import { Logo } from "../ui/logo";
import { PageHeader } from "../ui/page-header";
import { ThemeToggle } from "../ui/theme-toggle";
import { useTitle } from "../ui/use-title";

/** The owner's console below `/projects`; the route around it has made sure that somebody is signed in. */
export function Dashboard() {
  const user = useUser({ or: "redirect" });
  useTitle("Projects · Gatehouse");
  return (
    <div className="mx-auto flex max-w-6xl flex-col gap-10 px-6 py-6">
      <header className="flex items-center justify-between gap-4">
        <Logo />
        <div className="flex items-center gap-2">
          <ThemeToggle />
          <a href="/handler/sign-out" className={buttonClasses("secondary", "small")}>
            Sign out
          </a>
        </div>
      </header>
      <main>
        <PageHeader
          title="Projects"
          description={`Signed in as ${user.primaryEmail ?? user.displayName ?? "owner"}.`}
        />
      </main>
    </div>
  );
}
