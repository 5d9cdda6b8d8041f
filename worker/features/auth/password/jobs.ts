import * as z from "zod";
import { readProject } from "../../../db/projects/project";
import { selectProject } from "../../../db/projects/queries";
import { queueConsumer } from "../../../platform/jobs";
import { isTrustedUrl, trustedUrl } from "../../projects";
import { mailResetCode } from "./reset-code";

const resetMail = z.object({
  projectId: z.string(),
  email: z.string(),
  callbackUrl: z.string(),
  /** The site that it was requested from; none where limits are off. */
  site: z.string().optional(),
});

export type ResetMail = z.infer<typeof resetMail>;

/**
 * Mails reset links, in invocations of their own that start when a batch of requests has come in: what the query and the
 * mail take cannot show in a response's time. A message that is delivered twice makes two mails, of which one link can be used.
 *
 * A project's own mail server may let the ten seconds of a mail pass; mails after it, of whichever project, wait a quarter of a second.
 */
export const mailResetCodes = queueConsumer({
  queue: "gatehouse-reset-mails",
  message: resetMail,
  acknowledgeAfterMillis: 250,
  async consume({ projectId, email, callbackUrl, site }, tools) {
    const { db, settings } = tools;
    const [[row]] = await db.batch([selectProject(db, { projectId })]);
    if (!row) return;
    const project = readProject(row, settings);
    // The project may have been deleted or its domains changed since the request.
    if (!isTrustedUrl(settings, project, callbackUrl)) return;
    await mailResetCode(tools, project, {
      email,
      callbackUrl: trustedUrl({ settings, fail: changed }, project, callbackUrl),
      // The project's share stays used, also where no mail follows: else it would tell which addresses have accounts.
      count: site === undefined ? null : { site, share: { giveBack: async () => {} } },
    });
  },
});

function changed(): never {
  throw new Error("The callback URL was just trusted");
}
