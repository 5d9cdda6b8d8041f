import { describe, expect, expectTypeOf, it } from "vitest";
import { emailContent } from "../operations/email-content";
import { type EmailRecipientPage, emailDelivery, type ListEmailRecipientsOptions } from "../operations/email-delivery";
import type { Json } from "../requests/json";
import { nothing, operationOf, tableOf } from "./operation";

const { read, write } = tableOf("admin", (rows) => rows);
const none = () => ({});
const named = (displayName: string) => ({ body: { display_name: displayName } });

describe("a row", () => {
  it("is a method with the arguments of its request, and with its result", () => {
    type Expected = (sendId: string, options?: ListEmailRecipientsOptions) => Promise<EmailRecipientPage>;
    expectTypeOf(emailDelivery.listEmailRecipients).toEqualTypeOf<Expected>();
    expectTypeOf(emailContent.saveChatMessage).toEqualTypeOf<(threadId: string, message: Json) => Promise<void>>();
  });

  it("says what it sends", () => {
    const { sender, key, resource, request } = operationOf(emailDelivery.listEmailRecipients);
    expect({ sender, key, resource }).toEqual({
      sender: "admin",
      key: "GET /internal/emails/sends/{send_id}/recipients",
      resource: "email-sends",
    });
    const of = undefined as never;
    expect(request(of, "s1", { status: "failed" })).toEqual({ params: { send_id: "s1" }, query: { status: "failed" } });
  });

  it("is no other function", () => {
    async function listEmails() {}
    expect(() => operationOf(listEmails)).toThrow("listEmails is no row");
  });
});

// Each line is checked by the compiler: an error that is not there any more fails like one that is.
it("a row does not compile with what its endpoint does not have", () => {
  // @ts-expect-error: no such endpoint
  read("GET /internal/email-themez", none, nothing);
  // @ts-expect-error: an endpoint that reads
  write("GET /internal/email-themes", none, nothing);
  // @ts-expect-error: no parameters
  read("GET /internal/email-themes/{theme_id}", none, nothing);
  // @ts-expect-error: another parameter
  read("GET /internal/email-themes/{theme_id}", (id: string) => ({ params: { id } }), nothing);
  // @ts-expect-error: no such field in the query
  read("GET /internal/emails", () => ({ query: { themes: 1 } }), nothing);
  // @ts-expect-error: no such field in the body
  write("POST /internal/email-themes", (id: string) => ({ body: { ...named(id).body, id } }), nothing);
  // @ts-expect-error: another type in the body
  write("POST /internal/email-themes", (name: number) => ({ body: { display_name: name } }), nothing);
  // @ts-expect-error: no such field in the response
  read("GET /internal/email-themes", none, ({ items }) => items);
  // @ts-expect-error: no such resource
  read("GET /internal/email-themes", none, nothing, "email-themez");
  // @ts-expect-error: a write is not kept
  write("POST /internal/email-themes", named, nothing, "email-themes");
  // @ts-expect-error: the result is never null
  read("GET /internal/email-themes", none, nothing, "email-themes", { absent: ["USER_NOT_FOUND"] });
  // @ts-expect-error: an endpoint of a higher tier
  tableOf("server", (rows) => rows).read("GET /internal/email-themes", none, nothing);
});
