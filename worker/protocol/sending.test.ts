import { expect, it } from "vitest";
import { trackSending } from "./sending";

// Attack: telling from the time of a response which work follows it, such as an email to an address that has an account.
it.each([
  ["a text", "{}", "{}"],
  ["a stream", new Blob(["streamed"]).stream(), "streamed"],
])("work after a response with %s does not start before its body is taken", async (_, body, text) => {
  const events: string[] = [];
  const tracked = trackSending(body);
  const worked = tracked.sent.then(() => events.push("work"));
  // Whatever is due runs before the client begins to read.
  for (const _task of [1, 2, 3]) await scheduler.wait(0);
  events.push("read");
  expect(await new Response(tracked.body).text()).toBe(text);
  await worked;
  expect(events).toEqual(["read", "work"]);
});

it.each([null, ""])("work after a response with the body %j starts in a later task", async (none) => {
  const events: string[] = [];
  const { body, sent } = trackSending(none);
  const worked = sent.then(() => events.push("work"));
  events.push(await new Response(body).text());
  await worked;
  expect(events).toEqual(["", "work"]);
});

it("work starts when the client goes away before it has read the body", async () => {
  const { body, sent } = trackSending("{}");
  await new Response(body).body?.cancel();
  await sent;
});

it("keeps Content-Length", async () => {
  const { body, sent } = trackSending("äöü");
  expect((await new Response(body).arrayBuffer()).byteLength).toBe(6);
  await sent;
});
