import { useId } from "react";
import { useForm } from "react-hook-form";
import type { ContactChannel, CurrentUser } from "../../../kit";
import { Button } from "../../../ui/button";
import { Dialog } from "../../../ui/dialog";
import { TextField } from "../../../ui/text-field";
import { useToast } from "../../../ui/toast";
import { checkEmail } from "../../credential-rules";
import { describeFailure } from "../../failure-wording";
import { FormFailure } from "../../form-failure";
import { submitWith } from "../../submit";

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
  const formId = useId();
  const toast = useToast();
  const form = useForm({ defaultValues: { email: "" } });
  const { register, formState } = form;

  const submit = submitWith(form, async ({ email }) => {
    const options = { type: "email", value: email.trim(), usedForAuth: false } as const;
    const channel = await user.createContactChannel(options);
    onClose();
    await sendLink(channel);
  });

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
    <Dialog
      isOpen
      onOpenChange={onClose}
      title="Add an email"
      description="We send a link there, to make sure that it is yours."
      actions={
        <>
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={formId} isPending={formState.isSubmitting}>
            Add email
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="flex flex-col gap-5">
        <FormFailure form={form} />
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
      </form>
    </Dialog>
  );
}
