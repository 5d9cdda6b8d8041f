import { useState } from "react";
import { Button } from "../../../../ui/buttons/button";
import { Card } from "../../../../ui/layout/card";
import type { SectionProps } from "../section";
import { PasswordDialog } from "./password-dialog";
import { useSignInState } from "./use-sign-in-state";

export function PasswordCard(props: SectionProps) {
  const { user } = props;
  const { hasSignInEmail } = useSignInState(props);
  const [isOpen, setIsOpen] = useState(false);
  const canSet = user.hasPassword || hasSignInEmail;
  return (
    <>
      <Card
        title="Password"
        description={describe(user.hasPassword, canSet)}
        actions={
          canSet && (
            <Button variant="secondary" size="small" onClick={() => setIsOpen(true)}>
              {user.hasPassword ? "Update password" : "Set password"}
            </Button>
          )
        }
      />
      {isOpen && <PasswordDialog user={user} onClose={() => setIsOpen(false)} />}
    </>
  );
}

function describe(hasPassword: boolean, canSet: boolean): string {
  if (hasPassword) return "You have a password. Changing it signs you out everywhere else.";
  return canSet ? "Set a password for your account." : "To set a password, you need a sign-in email.";
}
