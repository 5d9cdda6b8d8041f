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
