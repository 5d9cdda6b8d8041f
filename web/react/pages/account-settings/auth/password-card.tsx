import { useState } from "react";
import type { CurrentUser } from "../../../../kit";
import { Button } from "../../../../ui/buttons/button";
import { Card } from "../../../../ui/layout/card";
import { PasswordDialog } from "./password-dialog";

export function PasswordCard({ user, hasSignInEmail }: { user: CurrentUser; hasSignInEmail: boolean }) {
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
