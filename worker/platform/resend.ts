import { type EmailFailure, type EmailFailureReason, type EmailResult, maxServerReplyLength } from "./email-failure";
import { OutboundError, openOutbound } from "./outbound";

/** The most emails that one request takes. */
export const resendBatchSize = 100;

/** Limits how often a request is sent, and the wait before the second time, which doubles. */
const maxTries = 3;
const firstWaitMillis = 2_000;

/** Says where Resend's API is, and a key for it. */
export interface ResendAccess {
  /** Without a trailing slash. */
  url: string;
  key: string;
  /** Longest time for one response. */
  timeoutMs: number;
}

/** Returns how long a request takes at most, with all its tries. */
export function maxSendMillis({ timeoutMs }: ResendAccess): number {
  return maxTries * timeoutMs + firstWaitMillis * (2 ** (maxTries - 1) - 1);
}

/** An email as the API has it. */
export interface ResendEmail {
  from: string;
  to: [string];
  subject: string;
  html: string;
  text: string;
  headers: Record<string, string>;
}

/** Says what became of each email, in their order, and why no further ones get through, where that is so. */
export interface ResendOutcome {
  results: EmailResult[];
  down?: EmailFailure;
}

/** Holds what a response says, or that there was none. */
interface Reply {
  /** Zero without a response. */
  status: number;
  body: { name?: unknown; message?: unknown; errors?: unknown };
}

/**
 * Sends up to a hundred emails in one request, which is repeated where it was one too many, or got no response. By its
 * idempotency key all repetitions together send each email once.
 *
 * @see https://resend.com/docs/api-reference/emails/send-batch-emails
 */
export async function sendByResend(
  access: ResendAccess,
  emails: readonly ResendEmail[],
  idempotencyKey: string,
): Promise<ResendOutcome> {
  let isOutcomeUnknown = false;
  for (let tries = 1; ; tries += 1) {
    const reply = await post(access, emails, idempotencyKey);
    if (reply.status >= 200 && reply.status < 300) return { results: resultsOf(emails, reply) };
    // 409: an earlier one of these requests is still under way.
    isOutcomeUnknown ||= reply.status === 0 || reply.status >= 500 || reply.status === 409;
    const mayPass = isOutcomeUnknown || reply.status === 429;
    if (!mayPass || tries === maxTries) return failed(emails, { ...failureOf(reply), isOutcomeUnknown }, reply.status);
    await new Promise((resolve) => setTimeout(resolve, firstWaitMillis * 2 ** (tries - 1)));
  }
}

async function post(
  { url, key, timeoutMs }: ResendAccess,
  emails: readonly ResendEmail[],
  idempotencyKey: string,
): Promise<Reply> {
  try {
    const response = await openOutbound(timeoutMs)(`${url}/emails/batch`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${key}`,
        "content-type": "application/json",
        "idempotency-key": idempotencyKey,
        // One email that cannot be sent keeps back none of the others.
        "x-batch-validation": "permissive",
      },
      body: JSON.stringify(emails),
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

function resultsOf(emails: readonly ResendEmail[], { body: { errors } }: Reply): EmailResult[] {
  const refused = new Map<unknown, unknown>(
    (Array.isArray(errors) ? errors : []).map((error) => [error?.index, error?.message]),
  );
  return emails.map((_, index) =>
    refused.has(index) ? failure("rejected", { status: 422, body: { message: refused.get(index) } }) : { ok: true },
  );
}

function failed(emails: readonly ResendEmail[], failure: EmailFailure, status: number): ResendOutcome {
  const results = emails.map(() => failure);
  const isOfAll = failure.retryable || failure.isOutcomeUnknown || status === 401 || status === 403;
  if (!isOfAll) return { results };
  return { results, down: { ...failure, retryable: status !== 401 && status !== 403, isOutcomeUnknown: false } };
}

/** @see https://resend.com/docs/api-reference/errors */
function failureOf(reply: Reply): EmailFailure {
  const { status, body } = reply;
  if (status === 429) return failure("temporary", reply);
  if (status === 0 || status >= 500 || status === 409) return failure("connection-lost", reply);
  const isOfKey = status === 401 || (typeof body.name === "string" && body.name.endsWith("_api_key"));
  return failure(isOfKey ? "authentication" : "rejected", reply);
}

function failure(reason: EmailFailureReason, { status, body: { name, message } }: Reply): EmailFailure {
  const words = [name, message].filter((part) => typeof part === "string").join(": ");
  return {
    ok: false,
    reason,
    detail: "Resend did not take the email",
    ...(status > 0 && { serverReply: `${status} ${words}`.trim().slice(0, maxServerReplyLength) }),
    retryable: reason === "temporary",
  };
}
