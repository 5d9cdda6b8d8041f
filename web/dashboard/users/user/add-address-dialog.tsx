import { useForm } from "react-hook-form";
import { isKnownError } from "../../../kit/errors/known-error";
import { checkEmail } from "../../../react/forms/credential-rules";
import { Checkbox } from "../../../ui/forms/checkbox";
import { TextField } from "../../../ui/forms/text-field";
import { useTranslation } from "../../translation/use-translation";
import { FormDialog } from "../../unsaved/form-dialog";
import type { PartProps } from "./parts";
import { useUserWrites } from "./user-writes";

type NewAddress = { email: string; isVerified: boolean; usedForAuth: boolean; isPrimary: boolean };

/** Adds an email address to a user. */
export default function AddAddressDialog({ user, onClose }: PartProps & { onClose: () => void }) {
  const t = useTranslation();
  const { write } = useUserWrites(user);
  const form = useForm<NewAddress>({
    defaultValues: { email: "", isVerified: false, usedForAuth: true, isPrimary: user.primaryEmail === null },
  });
  const { register, formState } = form;
  return (
    <FormDialog
      form={form}
      title={t("Add an email address")}
      submitLabel={t("Add address")}
      onClose={onClose}
      explain={(error) =>
        isKnownError(error, "CONTACT_CHANNEL_ALREADY_USED_FOR_AUTH_BY_SOMEONE_ELSE")
          ? { field: "email", message: t("Another user already signs in with this email address.") }
          : undefined
      }
      onSubmit={async ({ email, ...choices }) => {
        const options = { type: "email", value: email.trim(), ...choices } as const;
        await write({
          done: t("{email} is added.", { email: email.trim() }),
          call: ["user.createContactChannel", options],
          run: () => user.createContactChannel(options),
        });
        onClose();
      }}
    >
      <TextField
        label={t("Email")}
        type="email"
        inputMode="email"
        autoComplete="off"
        error={formState.errors.email?.message}
        {...register("email", { validate: checkEmail(t) })}
      />
      <div className="flex flex-col gap-1">
        <Checkbox
          label={t("Used for sign-in")}
          hint={t("The user can sign in with this address.")}
          {...register("usedForAuth")}
        />
        <Checkbox
          label={t("Verified")}
          hint={t("You know that the address belongs to the user.")}
          {...register("isVerified")}
        />
        <Checkbox label={t("Primary address")} {...register("isPrimary")} />
      </div>
    </FormDialog>
  );
}
