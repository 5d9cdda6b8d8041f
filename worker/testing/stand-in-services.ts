/** A message as the stand-in for Svix got it. */
export interface SvixMessage {
  eventType: string;
  eventId: string;
  payload: unknown;
}

/** The settings of an instance whose webhooks Svix sends. With `broken`, it responds with what is no JSON. */
export function withSvix(key: "works" | "broken" = "works") {
  return { SVIX_API_KEY: `testsk_${key}` };
}

/** Returns what Svix has of a project; undefined where it has no application. */
export async function svixApplication(uid: string): Promise<{ name?: string; messages?: SvixMessage[] }> {
  return (await fetch(`https://api.svix.com/api/v1/test/${uid}`)).json();
}

/** Says what the stand-in for a server of webhooks does, by the end of its address. */
export type ReceiverBehaviour = "accept" | "no-content" | "fail" | "redirect" | "hang" | "hang-midway" | "flood";

/** A request that the stand-in received. */
export interface ReceivedWebhook {
  behaviour: ReceiverBehaviour;
  headers: Record<string, string>;
  body: string;
}

/** The address of a server that receives webhooks, with what it has received. */
export function webhookReceiver() {
  const inbox = `https://receiver.example.net/${crypto.randomUUID()}`;
  return {
    url: (behaviour: ReceiverBehaviour = "accept") => `${inbox}/${behaviour}`,
    /** All that was received, oldest first. */
    received: async (): Promise<ReceivedWebhook[]> => (await fetch(inbox)).json(),
    /** Has every address of this server do the same from now on. What hangs ends. */
    behave: async (behaviour: ReceiverBehaviour) => void (await fetch(`${inbox}/${behaviour}`, { method: "PUT" })),
  };
}

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

/** The range service for passwords, which a test switches on with `settings`. */
export const withRangeService = { PASSWORD_RANGE_API_URL: "https://passwords.test" };

/** Passwords for which the stand-in range service has something to say; it has nothing for any other. */
export const lookedUpPasswords = {
  breached: "breached marmalade",
  /** Its entry is there to pad the response, with the count 0. */
  padding: "padding marmalade",
  /** The service does not respond. */
  silent: "silent marmalade",
  /** The service responds with an error. */
  broken: "broken marmalade",
} as const;

/** A request that the stand-in received. */
export interface RangeRequest {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string;
}

/** The requests for a prefix that the stand-in received. */
export async function rangeRequests(prefix: string): Promise<RangeRequest[]> {
  return (await fetch(`https://passwords.test/requests/${prefix}`)).json();
}
