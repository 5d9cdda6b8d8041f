import { type MailFailure, type MailFailureReason, type MailResult, maxServerReplyLength } from "./mail-failure";
import { OutboundError, openOutbound } from "./outbound";

/** The most mails that one request takes. */
export const resendBatchSize = 100;

/** How often a request is sent, and the wait before the second time, which doubles. */
const maxTries = 3;
const firstWaitMillis = 2_000;

/** Where Resend's API is, and a key for it. */
export interface ResendAccess {
  /** Without a trailing slash. */
  url: string;
  key: string;
  /** Longest time for one response. */
  timeoutMs: number;
}

/** How long a request takes at most, with all its tries. */
export function maxSendMillis({ timeoutMs }: ResendAccess): number {
  return maxTries * timeoutMs + firstWaitMillis * (2 ** (maxTries - 1) - 1);
}

/** A mail as the API has it. */
export interface ResendMail {
  from: string;
  to: [string];
  subject: string;
  html: string;
  text: string;
  headers: Record<string, string>;
}

/** What became of each mail, in their order, and why no further ones get through, where that is so. */
export interface ResendOutcome {
  results: MailResult[];
  down?: MailFailure;
}

/** What a response says, or that there was none. */
interface Reply {
  /** Zero without a response. */
  status: number;
  body: { name?: unknown; message?: unknown; errors?: unknown };
}

/**
 * Sends up to a hundred mails in one request, which is repeated where it was one too many, or was not answered. By its
 * idempotency key all repetitions together send each mail once.
 *
 * @see https://resend.com/docs/api-reference/emails/send-batch-emails
 */
export async function sendByResend(
  access: ResendAccess,
  mails: readonly ResendMail[],
  idempotencyKey: string,
): Promise<ResendOutcome> {
  let isOutcomeUnknown = false;
  for (let tries = 1; ; tries += 1) {
    const reply = await post(access, mails, idempotencyKey);
    if (reply.status >= 200 && reply.status < 300) return { results: resultsOf(mails, reply) };
    // 409: an earlier one of these requests is still under way.
    isOutcomeUnknown ||= reply.status === 0 || reply.status >= 500 || reply.status === 409;
    const mayPass = isOutcomeUnknown || reply.status === 429;
    if (!mayPass || tries === maxTries) return failed(mails, { ...failureOf(reply), isOutcomeUnknown }, reply.status);
    await new Promise((resolve) => setTimeout(resolve, firstWaitMillis * 2 ** (tries - 1)));
  }
}

async function post(
  { url, key, timeoutMs }: ResendAccess,
  mails: readonly ResendMail[],
  idempotencyKey: string,
): Promise<Reply> {
  try {
    const response = await openOutbound(timeoutMs)(`${url}/emails/batch`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${key}`,
        "content-type": "application/json",
        "idempotency-key": idempotencyKey,
        // One mail that cannot be sent keeps back none of the others.
        "x-batch-validation": "permissive",
      },
      body: JSON.stringify(mails),
    });
    return { status: response.status, body: readBody(await response.text()) };
  } catch (error) {
    if (error instanceof OutboundError) return { status: 0, body: { message: error.message } };
    throw error;
  }
}

function readBody(text: string): Reply["body"] {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === "object" && body !== null ? body : {};
  } catch {
    return {};
  }
}

function resultsOf(mails: readonly ResendMail[], { body: { errors } }: Reply): MailResult[] {
  const refused = new Map<unknown, unknown>(
    (Array.isArray(errors) ? errors : []).map((error) => [error?.index, error?.message]),
  );
  return mails.map((_, index) =>
    refused.has(index) ? failure("rejected", { status: 422, body: { message: refused.get(index) } }) : { ok: true },
  );
}

function failed(mails: readonly ResendMail[], failure: MailFailure, status: number): ResendOutcome {
  const results = mails.map(() => failure);
  const isOfAll = failure.retryable || failure.isOutcomeUnknown || status === 401 || status === 403;
  if (!isOfAll) return { results };
  return { results, down: { ...failure, retryable: status !== 401 && status !== 403, isOutcomeUnknown: false } };
}

/** @see https://resend.com/docs/api-reference/errors */
function failureOf(reply: Reply): MailFailure {
  const { status, body } = reply;
  if (status === 429) return failure("temporary", reply);
  if (status === 0 || status >= 500 || status === 409) return failure("connection-lost", reply);
  const isOfKey = status === 401 || (typeof body.name === "string" && body.name.endsWith("_api_key"));
  return failure(isOfKey ? "authentication" : "rejected", reply);
}

function failure(reason: MailFailureReason, { status, body: { name, message } }: Reply): MailFailure {
  const words = [name, message].filter((part) => typeof part === "string").join(": ");
  return {
    ok: false,
    reason,
    detail: "Resend did not take the email",
    ...(status > 0 && { serverReply: `${status} ${words}`.trim().slice(0, maxServerReplyLength) }),
    retryable: reason === "temporary",
  };
}
