import { useState } from "react";
import { Button } from "../../../../ui/buttons/button";
import { Card } from "../../../../ui/layout/card";
import type { Translate } from "../../../../ui/translation/translate";
import { useTranslation } from "../../../../ui/translation/use-translation";
import type { SectionProps } from "../section";
import { PasswordDialog } from "./password-dialog";
import { useSignInState } from "./use-sign-in-state";

export function PasswordCard(props: SectionProps) {
  const t = useTranslation();
  const { user } = props;
  const { hasSignInEmail } = useSignInState(props);
  const [isOpen, setIsOpen] = useState(false);
  const canSet = user.hasPassword || hasSignInEmail;
  return (
    <>
      <Card
        title={t("Password")}
        description={describe(user.hasPassword, canSet, t)}
        actions={
          canSet && (
            <Button variant="secondary" size="small" onClick={() => setIsOpen(true)}>
              {user.hasPassword ? t("Update password") : t("Set password")}
            </Button>
          )
        }
      />
      {isOpen && <PasswordDialog user={user} onClose={() => setIsOpen(false)} />}
    </>
  );
}

function describe(hasPassword: boolean, canSet: boolean, t: Translate): string {
  if (hasPassword) return t("You have a password. Changing it signs you out everywhere else.");
  return canSet ? t("Set a password for your account.") : t("To set a password, you need a sign-in email.");
}
