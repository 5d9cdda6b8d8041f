import type { UseFormRegisterReturn } from "react-hook-form";
import { Checkbox } from "../../ui/forms/checkbox";

/** Settings of a user's primary email; disabled while the user has none. */
export function EmailCheckboxes({
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
        hint="You know that the address belongs to the user."
        disabled={!hasEmail}
        {...isVerified}
      />
    </div>
  );
}
