import type { UseFormReturn } from "react-hook-form";
import { TextField } from "../../../ui/forms/text-field";
import { useTranslation } from "../../translation/use-translation";
import type { ServerValues } from "./server-values";

/** Asks where the project's own server is, how to sign in to it, and as whom it sends. */
export function OwnServerFields({ form, kind }: { form: UseFormReturn<ServerValues>; kind: "smtp" | "resend" }) {
  const t = useTranslation();
  const {
    register,
    formState: { errors },
  } = form;
  const required = (message: string) => (text: string) => text.trim() !== "" || message;
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      {kind === "smtp" && (
        <>
          <TextField
            label={t("Host")}
            placeholder="smtp.example.com"
            autoComplete="off"
            spellCheck={false}
            error={errors.host?.message}
            {...register("host", {
              validate: (text) =>
                text.trim() === ""
                  ? t("Enter the host of your mail server, such as smtp.example.com.")
                  : !/[\s/:]/.test(text.trim()) || t("Enter the host alone, without https:// and without a port."),
            })}
          />
          <TextField
            label={t("Port")}
            placeholder="587"
            inputMode="numeric"
            autoComplete="off"
            hint={t("465 for TLS, 587 for STARTTLS.")}
            error={errors.port?.message}
            {...register("port", {
              validate: (text) =>
                (/^\d+$/.test(text.trim()) && Number(text) >= 1 && Number(text) <= 65_535) ||
                t("Enter a whole number from {min} to {max}.", { min: 1, max: 65_535 }),
            })}
          />
          <TextField
            label={t("Username")}
            autoComplete="off"
            spellCheck={false}
            error={errors.username?.message}
            {...register("username", { validate: required(t("Enter the username at your mail server.")) })}
          />
        </>
      )}
      <TextField
        label={kind === "resend" ? t("API key of Resend") : t("Password")}
        type="password"
        autoComplete="new-password"
        hint={t("Stored encrypted, and not shown again.")}
        error={errors.password?.message}
        onFocus={(event) => event.target.select()}
        {...register("password", {
          validate: (text) =>
            text === ""
              ? kind === "resend"
                ? t("Enter the API key, which begins with re_.")
                : t("Enter the password at your mail server.")
              : text.length <= 70 || t("Enter 70 characters at most."),
        })}
      />
      <TextField
        label={t("Sender name")}
        autoComplete="off"
        hint={t("What your users see as the sender.")}
        error={errors.senderName?.message}
        {...register("senderName", {
          validate: required(t("Enter the name of the sender, such as that of your app.")),
        })}
      />
      <TextField
        label={t("Sender address")}
        type="email"
        autoComplete="off"
        placeholder="hello@example.com"
        hint={t("It must be one that your mail server may send for.")}
        error={errors.senderEmail?.message}
        {...register("senderEmail", {
          validate: (text) => /^[^\s@]+@[^\s@]+$/.test(text.trim()) || t("Enter an email address."),
        })}
      />
    </div>
  );
}
