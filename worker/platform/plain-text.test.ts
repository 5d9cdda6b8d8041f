import { describe, it } from "vitest";
import { plainTextOf } from "./plain-text";

describe("plainTextOf", () => {
  it("has a line for each block, and the address of a link", async ({ expect }) => {
    const html =
      '<head><title>T</title></head><p>Hello <b>Ada</b></p><p>See <a href="https://a.example">us</a> &amp; more</p>';
    expect(await plainTextOf(html)).toBe("Hello Ada\n\nSee us (https://a.example) & more");
  });

  it("has the text alone of an email with very many elements, or with some that never end", async ({ expect }) => {
    // Attack: an owner has half a megabyte of elements sent as a test. It held the isolate of all tenants for four seconds. Where the
    // elements do not end, the response was a 500.
    const hidden = "<style>p { color: red }</style>";
    expect(await plainTextOf(`${hidden}${"<b></b>".repeat(70_000)}<p>Hello</p>`)).toBe("Hello");
    expect(await plainTextOf(`${hidden}Hello${"<b>".repeat(170_000)}`)).toBe("Hello");
    expect(await plainTextOf(`${hidden}Hello${"<p>".repeat(2_500)}`)).toBe("Hello");
  });
});
