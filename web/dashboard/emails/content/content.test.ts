import { describe, it } from "vitest";
import { KnownError } from "../../../kit/errors/known-error";
import { parseContentListSearch, parseContentSearch } from "../email-search";
import { questionMessages, shownMessage } from "./assistant-card";
import { renderingProblem } from "./email-preview";

const asked = { role: "user", content: [{ type: "text", text: "A red one" }] };
const reply = {
  role: "assistant",
  content: [
    { type: "text", text: "Here it is." },
    {
      type: "tool-call",
      toolName: "createEmailTheme",
      toolCallId: "c1",
      args: { content: "source" },
      result: "success",
    },
  ],
};

describe("a message of a thread", () => {
  it("has its text and the sources in it", ({ expect }) => {
    expect(shownMessage(asked)).toEqual({ role: "user", text: "A red one", sources: [] });
    expect(shownMessage(reply)).toEqual({ role: "assistant", text: "Here it is.", sources: ["source"] });
    expect(shownMessage({ role: "user", content: "Plain" })?.text).toBe("Plain");
  });

  it("of another form is left out", ({ expect }) => {
    // Attack: an attacker with an admin key stores messages of any form in the thread, which the page has to survive.
    const odd = { role: "assistant", content: [{ type: "tool-call", args: { content: { evil: 1 } } }, 5, null] };
    for (const message of [null, 5, "text", [], {}, { role: "system", content: "x" }, odd]) {
      expect(shownMessage(message)).toBeUndefined();
    }
  });
});

describe("a question", () => {
  it("goes with the thread, and with a source that the assistant cannot know", ({ expect }) => {
    const messages = questionMessages([null, reply, asked, { ...reply, id: "m2" }], "Bluer", "my source");
    expect(messages.slice(0, 2)).toEqual([asked, reply]);
    expect(JSON.stringify(messages[2])).toMatch(/Bluer.*my source/);
    expect(questionMessages([], "Bluer", undefined)).toEqual([
      { role: "user", content: [{ type: "text", text: "Bluer" }] },
    ]);
  });

  it("goes with no more than the latest messages", ({ expect }) => {
    const long = Array.from({ length: 300 }, () => [asked, reply]).flat();
    const messages = questionMessages(long, "Bluer", undefined);
    expect(messages.length).toBeLessThan(50);
    expect(messages[0]?.role).toBe("user");
  });
});

describe("the search of pages about emails", () => {
  it("keeps what is open, and nothing else that an address may have", ({ expect }) => {
    expect(parseContentListSearch({ create: true, other: 1 })).toEqual({ create: true });
    expect(parseContentListSearch({ create: "no" })).toEqual({});
    expect(parseContentSearch({ dialog: "rename", width: "phone" })).toEqual({ dialog: "rename", width: "phone" });
    expect(parseContentSearch({ dialog: "<script>", width: 5 })).toEqual({});
  });
});

const failing = (error: string) => new KnownError("EMAIL_RENDERING_ERROR", 400, `Failed: ${error}`, { error });

describe("what the renderer says", () => {
  it.for([
    ["template, line 12: a is not defined", { file: "template", line: 12, message: "a is not defined" }],
    [
      "theme: The source is longer.\nMuch.",
      { file: "theme", line: undefined, message: "The source is longer.\nMuch." },
    ],
    ["Subject is required", { file: undefined, line: undefined, message: "Subject is required" }],
  ] as const)("names the source and the line where it has one: %j", ([text, problem], { expect }) => {
    expect(renderingProblem(failing(text))).toEqual(problem);
  });

  it("is told from other failures", ({ expect }) => {
    expect(renderingProblem(new Error("template, line 1: no"))).toBeUndefined();
    expect(renderingProblem(new KnownError("SCHEMA_ERROR", 400, "no"))).toBeUndefined();
  });
});
