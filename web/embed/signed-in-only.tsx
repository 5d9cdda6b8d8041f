import type { ReactNode } from "react";
import { useApp } from "../react/hooks/use-app";
import { useUser } from "../react/hooks/use-user";
import { Button } from "../ui/buttons/button";
import { useTranslation } from "../ui/translation/use-translation";

/** In place of its content without a user: a button that leads to the sign-in. A page that is just opened is not left. */
export function SignedInOnly({ children }: { children: ReactNode }) {
  const t = useTranslation();
  const app = useApp();
  if (useUser()) return children;
  return (
    <div className="flex flex-col items-center gap-4 text-center">
      <p className="text-sm text-ink-soft">{t("Not signed in")}</p>
      <Button variant="secondary" onClick={() => app.redirectToSignIn()}>
        {t("Sign in")}
      </Button>
    </div>
  );
}
