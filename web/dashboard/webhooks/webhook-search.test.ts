import { describe, it } from "vitest";
import { parseEndpointSearch } from "./webhook-search";

describe("the address of an endpoint's page", () => {
  it("says which attempts are shown and which is open", ({ expect }) => {
    const search = { status: "failed", attempt: "msg_1.atmpt_2" };
    expect(parseEndpointSearch(search)).toEqual(search);
  });

  it("is read without what is invalid", ({ expect }) => {
    expect(parseEndpointSearch({ status: "toString", attempt: "../../x", more: 1 })).toEqual({});
    expect(parseEndpointSearch({ status: 2, attempt: 7 })).toEqual({});
  });
});
