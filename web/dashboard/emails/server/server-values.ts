import type { AdminEmailConfig } from "../../../kit";
import type { LocalMailbox } from "../../api-url";
import { type ConfigDocument, type Setting, settingAt } from "../../forms/config-document";

/** Says how emails leave the project: by the server of this instance, by one of the project, or by Resend. */
export type ServerKind = "shared" | "smtp" | "resend";

/** Describes what the form of the mail server holds: text, as it is typed. */
export interface ServerValues {
  kind: ServerKind;
  host: string;
  port: string;
  username: string;
  /** With Resend, its API key. */
  password: string;
  senderName: string;
  senderEmail: string;
}

/** Says where Resend takes emails by SMTP, for every customer. */
const resend = { host: "smtp.resend.com", port: 465, username: "resend" } as const;

const path = "emails.server";

/** Returns what the form shows of a configuration. */
export function serverValues(config: ConfigDocument): ServerValues {
  const text = (name: string) => {
    const value = settingAt(config, `${path}.${name}`);
    return typeof value === "string" || typeof value === "number" ? String(value) : "";
  };
  const isShared = settingAt(config, `${path}.isShared`) !== false;
  return {
    kind: isShared ? "shared" : text("provider") === "resend" ? "resend" : "smtp",
    host: text("host"),
    port: text("port"),
    username: text("username"),
    password: text("password"),
    senderName: text("senderName"),
    senderEmail: text("senderEmail"),
  };
}

/** The server of the form, as a test email goes over it. */
export function testedServer(values: ServerValues): Omit<Extract<AdminEmailConfig, { type: "standard" }>, "type"> {
  const { password, senderName, senderEmail } = trimmed(values);
  if (values.kind === "resend") return { ...resend, password, senderName, senderEmail };
  const { host, port, username } = trimmed(values);
  return { host, port: Number(port), username, password, senderName, senderEmail };
}

/** The form's values for the mailbox on a developer's machine, which takes any username and password. */
export function mailboxValues({ smtpPort }: LocalMailbox, projectName: string): ServerValues {
  return {
    kind: "smtp",
    host: "127.0.0.1",
    port: String(smtpPort),
    username: "local",
    password: "local",
    senderName: projectName,
    senderEmail: "hello@gatehouse.localhost",
  };
}

/** The changes of the configuration that make the form's server the project's. The password stays where it was not typed. */
export function serverOverride(values: ServerValues, saved: ServerValues): Record<string, Setting> {
  // What is known of a server stays, for the day on which the project goes back to it.
  if (values.kind === "shared") return { [`${path}.isShared`]: true };
  const { password, ...server } = testedServer(values);
  const isTyped = password !== saved.password;
  const settings = {
    isShared: false,
    provider: values.kind,
    ...server,
    ...(isTyped && { password }),
  };
  return Object.fromEntries(Object.entries(settings).map(([name, value]) => [`${path}.${name}`, value]));
}

/** The field of the form for a setting, such as `host` for `emails.server.host`. */
export function serverField(setting: string): Exclude<keyof ServerValues, "kind"> | undefined {
  const fields = ["host", "port", "username", "password", "senderName", "senderEmail"] as const;
  return fields.find((field) => setting === `${path}.${field}`);
}

function trimmed(values: ServerValues): ServerValues {
  const { host, port, username, senderName, senderEmail } = values;
  return {
    ...values,
    host: host.trim(),
    port: port.trim(),
    username: username.trim(),
    senderName: senderName.trim(),
    senderEmail: senderEmail.trim(),
  };
}
