import { useQueryClient } from "@tanstack/react-query";
import { type UseFormRegisterReturn, useForm } from "react-hook-form";
import { checkNewPassword } from "../../react/forms/credential-rules";
import { Checkbox } from "../../ui/forms/checkbox";
import { PasswordField, TextField } from "../../ui/forms/text-field";
import { useDone } from "../code/shown-code";
import { hidden, kitCode } from "../code/written-code";
import { fieldsOf } from "../dialogs/fields";
import { FormDialog } from "../dialogs/form-dialog";
import { useOwnedProject } from "../projects/use-owned-projects";
import { useTranslation } from "../translation/use-translation";
import { forgetFurtherPages } from "./queries";
import {
  checkNewEmail,
  createOptionsOf,
  displayNameRules,
  emailSignIn,
  type NewUser,
  refusedField,
} from "./user-fields";

/** Creates a user, also while sign-up is disabled. */
export function CreateUserDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslation();
  const { app, config } = useOwnedProject();
  const done = useDone();
  const queryClient = useQueryClient();
  const form = useForm<NewUser>({
    defaultValues: { displayName: "", email: "", isVerified: false, isForSignIn: true, password: "" },
  });
  const field = fieldsOf(form);
  const { register, watch } = form;
  const entered = watch();
  const hasEmail = entered.email.trim() !== "";
  const passwordHints = {
    password: t("Leave empty for a user without a password."),
    code: t("Leave empty for a user who signs in by emailed code."),
    none: t(
      "Without a password, the user cannot sign in by email until they choose one by a reset link. You can send it from the user’s page.",
    ),
  };

  async function create(entered: NewUser) {
    const user = createOptionsOf(entered, config);
    forgetFurtherPages(app, queryClient);
    await app.createUser(user);
    const shown = { ...user, password: user.password ? hidden("NEW_USER_PASSWORD") : undefined };
    done({
      message: t("User created."),
      title: t("Create a user"),
      code: kitCode([], "serverApp.createUser", shown),
    });
    onClose();
  }

  return (
    <FormDialog
      form={form}
      title={t("Create user")}
      submitLabel={t("Create user")}
      onSubmit={create}
      explain={refusedField(t, "email", "password", "displayName")}
      onClose={onClose}
    >
      <TextField label={t("Display name")} {...field("displayName", displayNameRules(t))} />
      <TextField
        label={t("Email")}
        type="email"
        inputMode="email"
        hint={hasEmail ? undefined : t("Without an address, the user cannot sign in.")}
        {...field("email", { validate: checkNewEmail(t) })}
      />
      <EmailCheckboxes hasEmail={hasEmail} isForSignIn={register("isForSignIn")} isVerified={register("isVerified")} />
      <PasswordField
        label={t("Password")}
        hint={
          config.credentialEnabled
            ? passwordHints[emailSignIn(entered, config) ?? "password"]
            : t("Sign-in with a password is disabled in this project.")
        }
        disabled={!config.credentialEnabled}
        {...field("password", { validate: (password) => password === "" || checkNewPassword(t)(password) })}
        autoComplete="new-password"
      />
    </FormDialog>
  );
}

interface EmailCheckboxesProps {
  hasEmail: boolean;
  isForSignIn: UseFormRegisterReturn;
  isVerified: UseFormRegisterReturn;
}

/** Settings of a user's primary email; disabled while the user has none. */
function EmailCheckboxes({ hasEmail, isForSignIn, isVerified }: EmailCheckboxesProps) {
  const t = useTranslation();
  return (
    <div className="flex flex-col gap-1">
      <Checkbox
        label={t("Used for sign-in")}
        hint={t("No other user can sign in with this address.")}
        disabled={!hasEmail}
        {...isForSignIn}
      />
      <Checkbox
        label={t("Verified")}
        hint={t("You know that the address belongs to the user.")}
        disabled={!hasEmail}
        {...isVerified}
      />
    </div>
  );
}
