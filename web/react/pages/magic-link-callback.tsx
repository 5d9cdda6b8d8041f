import { useState } from "react";
import { isKnownError } from "../../kit/errors/known-error";
import { MessageCard } from "../../ui/message-card";
import { useApp } from "../app-context";
import { mailedCode } from "../mailed-code";
import { useUser } from "../use-user";
import { AlreadySignedIn } from "./already-signed-in";
import { BrokenLink } from "./broken-link";

type BrokenReason = "invalid" | "expired" | "used";

type State = { kind: "ask" | "signing-in" | "done" } | { kind: BrokenReason } | { kind: "refused"; message: string };

/** Signs in with the link of a mail, but only on a press: mail scanners open links too, and a link works once. */
export function MagicLinkCallback({ searchParams }: { searchParams: URLSearchParams }) {
  const app = useApp();
  const user = useUser();
  const code = mailedCode(searchParams);
  const [state, setState] = useState<State>({ kind: "ask" });
  const goHome = () => app.redirectToHome();

  async function signIn(presented: string) {
    setState({ kind: "signing-in" });
    try {
      const result = await app.signInWithMagicLink(presented);
      setState(result.status === "ok" ? { kind: "done" } : { kind: reasonOf(result.error) });
    } catch (error) {
      // Who is in is in, even where the place to return to was not one to go to.
      if (await app.getUser()) return setState({ kind: "done" });
      if (isKnownError(error)) return setState({ kind: "refused", message: error.message });
      setState({ kind: "ask" });
      throw error;
    }
  }

  if (state.kind === "ask" && user) return <AlreadySignedIn user={user} />;
  if (!code) return <BrokenMagicLink reason="invalid" />;
  switch (state.kind) {
    case "ask":
    case "signing-in":
      return (
        <MessageCard
          title="Sign in?"
          primaryButtonText="Sign in"
          primaryAction={() => signIn(code)}
          secondaryButtonText="Cancel"
          secondaryAction={goHome}
        >
          <p>Press the button to sign in with the link from your email.</p>
        </MessageCard>
      );
    case "done":
      return (
        <MessageCard key={state.kind} title="You are signed in" primaryButtonText="Go home" primaryAction={goHome}>
          <p>Welcome. You can go on now.</p>
        </MessageCard>
      );
    case "refused":
      return (
        <MessageCard
          key={state.kind}
          title="You could not be signed in"
          primaryButtonText="Go home"
          primaryAction={goHome}
        >
          <p>{state.message}</p>
        </MessageCard>
      );
    default:
      return <BrokenMagicLink key={state.kind} reason={state.kind} />;
  }
}

function reasonOf(error: unknown): BrokenReason {
  if (isKnownError(error, "VERIFICATION_CODE_EXPIRED")) return "expired";
  if (isKnownError(error, "VERIFICATION_CODE_ALREADY_USED")) return "used";
  return "invalid";
}

const brokenWording: Record<BrokenReason, { title: string; text: string }> = {
  invalid: {
    title: "This sign-in link is not valid",
    text: "Please check that you opened the whole link from the email, or ask for a new one.",
  },
  expired: {
    title: "This sign-in link has expired",
    text: "Sign-in links only work for a while. Ask for a new one to sign in.",
  },
  used: {
    title: "This sign-in link was already used",
    text: "Each link works once. If you need to sign in again, ask for a new one.",
  },
};

function BrokenMagicLink({ reason }: { reason: BrokenReason }) {
  const app = useApp();
  return <BrokenLink {...brokenWording[reason]} onAskAgain={() => app.redirectToSignIn()} />;
}
