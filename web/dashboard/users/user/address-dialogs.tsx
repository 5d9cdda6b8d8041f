import { useState } from "react";
import { useForm } from "react-hook-form";
import { appInternals } from "../../../kit/app/internals";
import { isKnownError } from "../../../kit/errors/known-error";
import type { ServerContactChannel } from "../../../kit/index";
import { ConfirmMutation } from "../../../react/components/confirm-mutation";
import { describeFailure } from "../../../react/errors/describe-failure";
import { checkEmail } from "../../../react/forms/credential-rules";
import { Button } from "../../../ui/buttons/button";
import { Alert } from "../../../ui/feedback/alert";
import { Checkbox } from "../../../ui/forms/checkbox";
import { TextField } from "../../../ui/forms/text-field";
import { useToast } from "../../../ui/overlays/toast";
import { useDone } from "../../code/shown-code";
import { kitCode } from "../../code/written-code";
import { fieldsOf } from "../../dialogs/fields";
import { FormDialog } from "../../dialogs/form-dialog";
import { Modal } from "../../dialogs/modal";
import { NoEmailLink, signInAddress, useEmailLink } from "../../email-links/use-email-link";
import { useOwnedProject } from "../../projects/use-owned-projects";
import { msg } from "../../translation/message";
import { useTranslation } from "../../translation/use-translation";
import type { PartProps } from "./parts";
import { useUserWrites } from "./queries";

type DialogProps = PartProps & { onClose: () => void };

/** Emails the user a link with which they choose a new password. */
export function PasswordResetDialog(props: DialogProps) {
  return <SendLinkDialog {...props} page="password-reset" />;
}

/** Emails the user a link and a code, either of which signs them in. */
export function SignInLinkDialog(props: DialogProps) {
  return <SendLinkDialog {...props} page="magic-link-callback" />;
}

/** Lists the pages to which a link leads, with what sends it: the method of the kit is shown as code. */
const links = {
  "password-reset": {
    title: msg("Send password reset link"),
    method: "app.sendForgotPasswordEmail",
    endpoint: "POST /auth/password/send-reset-code",
  },
  "magic-link-callback": {
    title: msg("Send sign-in link"),
    method: "app.sendMagicLinkEmail",
    endpoint: "POST /auth/otp/send-sign-in-code",
  },
} as const;

/** Confirms that an email with a link is sent to a user, and sends it. */
function SendLinkDialog({ channels, page, onClose }: DialogProps & { page: keyof typeof links }) {
  const t = useTranslation();
  const { app } = useOwnedProject();
  const done = useDone();
  const email = signInAddress(channels);
  const { callbackUrl, choice } = useEmailLink(page);
  const { method, endpoint } = links[page];
  const title = t(links[page].title);

  if (email === null || callbackUrl === null) {
    return (
      <Modal title={title} closing={t("Close")} onClose={onClose}>
        {email === null ? (
          <p className="text-sm text-ink-soft">
            {t("No address of the user is used for sign-in. Choose one in the part “Profile” first.")}
          </p>
        ) : (
          <NoEmailLink />
        )}
      </Modal>
    );
  }
  return (
    <ConfirmMutation
      isOpen
      onOpenChange={onClose}
      title={title}
      description={t.rich("An email goes to {email}. Its link leads to {page}.", {
        email: <strong className="font-medium wrap-anywhere text-ink">{email}</strong>,
        page: <span className="font-mono text-2xs wrap-anywhere text-ink">{callbackUrl}</span>,
      })}
      confirmLabel={t("Send email")}
      confirmVariant="primary"
      mutationFn={async () => {
        await app[appInternals].caller("server").write(endpoint, { body: { email, callback_url: callbackUrl } });
        done({
          message: t("The email is on its way to {email}.", { email }),
          title,
          code: kitCode([], method, email, { callbackUrl }),
        });
      }}
    >
      {choice}
    </ConfirmMutation>
  );
}

interface VerificationDialogProps {
  channel: ServerContactChannel;
  onVerified: () => Promise<void>;
  onClose: () => void;
}

/** Verifies an address: by an email with a link, or because the owner has found that it is the user's. */
export function VerificationDialog({ channel, onVerified, onClose }: VerificationDialogProps) {
  const t = useTranslation();
  const toast = useToast();
  const { callbackUrl, choice } = useEmailLink("email-verification");
  const [failure, setFailure] = useState<string>();

  async function finish(work: () => Promise<void>) {
    try {
      await work();
      onClose();
    } catch (error) {
      setFailure(describeFailure(error, t));
    }
  }

  async function sendEmail(callbackUrl: string) {
    await channel.sendVerificationEmail({ callbackUrl });
    toast({ tone: "success", message: t("The email is on its way to {email}.", { email: channel.value }) });
  }

  return (
    <Modal
      title={t("Verify {email}", { email: channel.value })}
      description={t(
        "Send the user an email with a link that verifies the address, or mark it as verified if you know that it is theirs.",
      )}
      actions={
        <>
          <Button variant="secondary" onClick={() => finish(onVerified)}>
            {t("Mark as verified")}
          </Button>
          {callbackUrl !== null && (
            <Button onClick={() => finish(() => sendEmail(callbackUrl))}>{t("Send email")}</Button>
          )}
        </>
      }
      onClose={onClose}
    >
      {failure ? <Alert tone="danger">{failure}</Alert> : callbackUrl === null ? <NoEmailLink /> : choice}
    </Modal>
  );
}

type NewAddress = { email: string; isVerified: boolean; usedForAuth: boolean; isPrimary: boolean };

/** Adds an email address to a user. */
export function AddAddressDialog({ user, onClose }: DialogProps) {
  const t = useTranslation();
  const { write } = useUserWrites(user);
  const form = useForm<NewAddress>({
    defaultValues: { email: "", isVerified: false, usedForAuth: true, isPrimary: user.primaryEmail === null },
  });
  const field = fieldsOf(form);
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
      <TextField label={t("Email")} type="email" inputMode="email" {...field("email", { validate: checkEmail(t) })} />
      <div className="flex flex-col gap-1">
        <Checkbox
          label={t("Used for sign-in")}
          hint={t("The user can sign in with this address.")}
          {...form.register("usedForAuth")}
        />
        <Checkbox
          label={t("Verified")}
          hint={t("You know that the address belongs to the user.")}
          {...form.register("isVerified")}
        />
        <Checkbox label={t("Primary address")} {...form.register("isPrimary")} />
      </div>
    </FormDialog>
  );
}
