import type { TestProject } from "vitest/node";
import { startMailbox } from "../dev/mailbox";

declare module "vitest" {
  interface ProvidedContext {
    smtpUrl: string;
    mailboxUrl: string;
  }
}

/** Global setup of the worker project: one mail server for all files; tests read it at `{mailboxUrl}/api/mails?to=`. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const mailbox = await startMailbox({ smtpPort: 0, pagePort: 0 });
  project.provide("smtpUrl", mailbox.smtpUrl);
  project.provide("mailboxUrl", mailbox.pageUrl);
  return () => mailbox.stop();
}
