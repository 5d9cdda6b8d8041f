import { useMutation } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import type { ServerContactChannel, ServerUser } from "../../kit";
import { FormCard } from "../../react/forms/form-card";
import { Badge } from "../../ui/feedback/badge";
import { TextField } from "../../ui/forms/text-field";
import { EmailCheckboxes } from "./email-checkboxes";
import { checkOptionalEmail } from "./field-rules";
import { updateUserOptions } from "./queries";
import { refusedField } from "./refused-fields";

type PrimaryEmail = { email: string; isVerified: boolean; isForSignIn: boolean };

/** The primary address. Others are only listed: the user may sign in with them too. */
export function EmailForm({ user, channels }: { user: ServerUser; channels: readonly ServerContactChannel[] }) {
  const updateUser = useMutation(updateUserOptions(user));
  const form = useForm<PrimaryEmail>({
    values: {
      email: user.primaryEmail ?? "",
      isVerified: user.primaryEmailVerified,
      isForSignIn: channels.some((channel) => channel.isPrimary && channel.usedForAuth),
    },
  });
  const { register, watch, setValue, formState } = form;
  const hasEmail = watch("email").trim() !== "";
  const others = channels.filter((channel) => !channel.isPrimary);

  return (
    <FormCard
      form={form}
      title="Email"
      savedMessage="Email saved."
      onSave={({ email, isVerified, isForSignIn }) =>
        updateUser.mutateAsync(
          email.trim() === ""
            ? { primaryEmail: null }
            : {
                primaryEmail: email.trim(),
                primaryEmailVerified: isVerified,
                primaryEmailAuthEnabled: isForSignIn,
              },
        )
      }
      explain={refusedField("email")}
    >
      <TextField
        label="Primary email"
        type="email"
        inputMode="email"
        autoComplete="off"
        error={formState.errors.email?.message}
        {...register("email", {
          validate: checkOptionalEmail,
          // Another address is not verified because the old one was.
          onChange: () => setValue("isVerified", false, { shouldDirty: true }),
        })}
      />
      <EmailCheckboxes hasEmail={hasEmail} isForSignIn={register("isForSignIn")} isVerified={register("isVerified")} />
      {others.length > 0 && (
        <div className="flex flex-col gap-2">
          <h3 className="text-sm font-medium text-ink">Other addresses</h3>
          <ul className="flex flex-col gap-2 text-sm">
            {others.map((channel) => (
              <li key={channel.id} className="flex flex-wrap items-center gap-2">
                <span className="wrap-anywhere text-ink">{channel.value}</span>
                <Badge tone={channel.isVerified ? "success" : "warning"}>
                  {channel.isVerified ? "Verified" : "Unverified"}
                </Badge>
                {channel.usedForAuth && <Badge>Used for sign-in</Badge>}
              </li>
            ))}
          </ul>
        </div>
      )}
    </FormCard>
  );
}
