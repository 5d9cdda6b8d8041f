import { useForm } from "react-hook-form";
import type { ContactChannel, CurrentUser } from "../../../kit";
import { TextField } from "../../../ui/forms/text-field";
import { useToast } from "../../../ui/overlays/toast";
import { checkEmail } from "../../credential-rules";
import { describeFailure } from "../../failure-wording";
import { FormDialog } from "../../form-dialog";

/** Adds an address, not for sign-in, and sends the link that verifies it. */
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

  async function add({ email }: { email: string }) {
    const options = { type: "email", value: email.trim(), usedForAuth: false } as const;
    const channel = await user.createContactChannel(options);
    onClose();
    await sendLink(channel);
  }

  /** The address is there already: what becomes of its mail is no matter of the form any more. */
  async function sendLink(channel: ContactChannel) {
    try {
      await channel.sendVerificationEmail();
      toast({ tone: "success", message: `Added. A link that verifies it is on its way to ${channel.value}.` });
    } catch (error) {
      toast({
        tone: "danger",
        message: `${channel.value} was added, but its verification email was not sent. ${describeFailure(error)}`,
      });
    }
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
      <TextField
        label="Email"
        type="email"
        inputMode="email"
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
