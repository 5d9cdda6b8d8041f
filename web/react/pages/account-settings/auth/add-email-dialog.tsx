import { useForm } from "react-hook-form";
import type { ContactChannel, CurrentUser } from "../../../../kit";
import { useToast } from "../../../../ui/overlays/toast";
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
  const toast = useToast();
  const form = useForm({ defaultValues: { email: "" } });
  const { register, formState } = form;
  // Outside of the form, which is done once the address is added.
  const sendLink = useMutation({
    mutationFn: (channel: ContactChannel) => channel.sendVerificationEmail(),
    onSuccess: (_, { value }) =>
      toast({ tone: "success", message: `Added. A link that verifies it is on its way to ${value}.` }),
    onError: (error, { value }) =>
      toast({
        tone: "danger",
        message: `${value} was added, but its verification email was not sent. ${describeFailure(error)}`,
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
      title="Add an email"
      description="We send a link there, to make sure that it is yours."
      submitLabel="Add email"
      onSubmit={add}
      onClose={onClose}
    >
      <EmailField
        autoComplete="email"
        error={formState.errors.email?.message}
        {...register("email", {
          validate: {
            shape: checkEmail,
            isNew: (email) =>
              channels.every(({ value }) => value !== email.trim().toLowerCase()) ||
              "You have added this email already.",
          },
        })}
      />
    </FormDialog>
  );
}
