import { describe, it } from "vitest";
import { parseEndpointSearch } from "./webhook-search";

describe("the address of an endpoint's page", () => {
  it("says which attempts are shown and what is open", ({ expect }) => {
    const search = { status: "failed", type: "user.created", attempt: "msg_1.atmpt_2", resend: "missing" };
    expect(parseEndpointSearch(search)).toEqual(search);
  });

  it("is read without what is invalid", ({ expect }) => {
    expect(
      parseEndpointSearch({ status: "toString", type: "user created", attempt: "../../x", resend: "all", more: 1 }),
    ).toEqual({});
    expect(parseEndpointSearch({ status: 2, type: 1, attempt: 7, resend: true })).toEqual({});
  });
});
