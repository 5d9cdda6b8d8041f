import { useLocation, useParams } from "@tanstack/react-router";
import { type ReactNode, Suspense } from "react";
import type { CurrentUser } from "../../kit";
import { useUser } from "../../react";
import { Recoverable } from "../../react/components/recoverable";
import { Logo } from "../../ui/brand/logo";
import { Button } from "../../ui/buttons/button";
import { Spinner } from "../../ui/feedback/spinner";
import { CenteredPage } from "../../ui/layout/centered-page";
import { useFrame } from "../../ui/layout/frame-skeleton";
import { MessageCard } from "../../ui/layout/message-card";
import { useTitle } from "../../ui/layout/use-title";
import { type Family, families } from "./queries";

/** A page to which a partner sends owners, for those who are signed in. The code is in the query of its address. */
export function IntegrationPage({
  title,
  codeName,
  children,
}: {
  title: string;
  codeName: string;
  children: (link: { family: Family; code: string; user: CurrentUser }) => ReactNode;
}) {
  useFrame();
  useTitle(`${title} · Gatehouse`);
  const { family: name } = useParams({ strict: false }) as { family?: string };
  const family = families.find((each) => each === name);
  const code = new URLSearchParams(useLocation().searchStr).get(codeName) ?? "";
  return (
    <CenteredPage brand={<Logo className="text-xl" />}>
      <Recoverable>
        <Suspense fallback={<Spinner label="Loading" className="mx-auto" />}>
          {family && /^[0-9a-z]{45}$/i.test(code) ? (
            <SignedIn>{(user) => children({ family, code, user })}</SignedIn>
          ) : (
            <MessageCard title="This link is not valid">
              <p>Please check that you opened the whole link.</p>
            </MessageCard>
          )}
        </Suspense>
      </Recoverable>
    </CenteredPage>
  );
}

/** Who signs in, or creates an account, comes back to the page. */
function SignedIn({ children }: { children: (user: CurrentUser) => ReactNode }) {
  return children(useUser({ or: "redirect" }));
}

/** The account that decides, for people who have several. */
export function DecidesAs({ user }: { user: CurrentUser }) {
  const signOut = () => user.signOut({ redirectUrl: window.location.href });
  return (
    <div className="mt-6 flex flex-col items-center gap-2 text-center text-sm text-ink-soft">
      <p className="wrap-anywhere">
        You are signed in as{" "}
        <strong className="font-medium text-ink">
          {user.primaryEmail ?? user.displayName ?? "a user without a name"}
        </strong>
        .
      </p>
      <Button variant="secondary" size="small" onClick={signOut}>
        Use another account
      </Button>
    </div>
  );
}
