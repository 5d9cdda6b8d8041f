/** An email as the stand-in for Resend took it. */
export interface SentEmail {
  from: string;
  to: string[];
  subject: string;
  html: string;
  text: string;
  headers: Record<string, string>;
}

/** A request that the stand-in received, taken or not. */
export interface ReceivedBatch {
  idempotencyKey: string;
  validation: string;
  size: number;
}

export interface ResendAccount {
  batches: ReceivedBatch[];
  emails: SentEmail[];
}

/**
 * Makes an account at the stand-in for Resend. With `limited`, its first request is one too many. With `hangup`, the first response is
 * lost on its way. With `broken`, no request succeeds. With `unknown`, its key does not exist.
 */
export function resendAccount(behaviour: "works" | "limited" | "hangup" | "broken" | "unknown") {
  const key = `re_${behaviour}_${crypto.randomUUID()}`;
  return {
    key,
    received: async (): Promise<ResendAccount> => (await fetch(`https://api.resend.com/test/${key}`)).json(),
  };
}
