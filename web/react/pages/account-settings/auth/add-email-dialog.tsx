import { useForm } from "react-hook-form";
import type { ContactChannel, CurrentUser } from "../../../../kit";
import { useToast } from "../../../../ui/overlays/toast";
import { useTranslation } from "../../../../ui/translation/use-translation";
import { describeFailure } from "../../../errors/describe-failure";
import { checkEmail } from "../../../forms/credential-rules";
import { EmailField } from "../../../forms/email-field";
import { FormDialog } from "../../../forms/form-dialog";
import { useMutation } from "../../../queries/query-hooks";

/** Adds an address, which is not used for sign-in yet, and sends the link that verifies it. */
export function AddEmailDialog({
  user,
  channels,
  onClose,
}: {
  user: CurrentUser;
  channels: readonly ContactChannel[];
  onClose: () => void;
}) {
  const t = useTranslation();
  const toast = useToast();
  const form = useForm({ defaultValues: { email: "" } });
  const { register, formState } = form;
  // Outside of the form, which is done once the address is added.
  const sendLink = useMutation({
    mutationFn: (channel: ContactChannel) => channel.sendVerificationEmail(),
    onSuccess: (_, { value }) =>
      toast({
        tone: "success",
        message: t("Added. A link that verifies it is on its way to {email}.", { email: value }),
      }),
    onError: (error, { value }) =>
      toast({
        tone: "danger",
        message: t("{email} was added, but its verification email was not sent. {reason}", {
          email: value,
          reason: describeFailure(error, t),
        }),
      }),
  });

  async function add({ email }: { email: string }) {
    const channel = await user.createContactChannel({ type: "email", value: email.trim(), usedForAuth: false });
    onClose();
    sendLink.mutate(channel);
  }

  return (
    <FormDialog
      form={form}
      title={t("Add an email")}
      description={t("We send a link there, to make sure that it is yours.")}
      submitLabel={t("Add email")}
      onSubmit={add}
      onClose={onClose}
    >
      <EmailField
        autoComplete="email"
        error={formState.errors.email?.message}
        {...register("email", {
          validate: {
            shape: checkEmail(t),
            isNew: (email) =>
              channels.every(({ value }) => value !== email.trim().toLowerCase()) ||
              t("You have added this email already."),
          },
        })}
      />
    </FormDialog>
  );
}
