import type { UseFormRegisterReturn } from "react-hook-form";
import { Checkbox } from "../../ui/checkbox";

/** What is said of a user's address beside the address itself; without one there is nothing to say. */
export function EmailUses({
  hasEmail,
  isForSignIn,
  isVerified,
}: {
  hasEmail: boolean;
  isForSignIn: UseFormRegisterReturn;
  isVerified: UseFormRegisterReturn;
}) {
  return (
    <div className="flex flex-col gap-1">
      <Checkbox
        label="Used for sign-in"
        hint="The user can sign in with this address."
        disabled={!hasEmail}
        {...isForSignIn}
      />
      <Checkbox
        label="Verified"
        hint="You know that the address is the user's own."
        disabled={!hasEmail}
        {...isVerified}
      />
    </div>
  );
}
