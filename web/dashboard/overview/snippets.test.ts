import { describe, it } from "vitest";
import { javaScriptExample, reactExample } from "./snippets";

const setup = { apiUrl: "https://api.example.com", projectId: "6f9e4a52-3f0c-4d2a-9c0d-0b8d6f2f1a01" };

describe("examples for the browser", () => {
  for (const [name, example] of Object.entries({ reactExample, javaScriptExample })) {
    it(`${name} contains the project and the API address, and no secret`, ({ expect }) => {
      const code = example(setup);
      expect(code).toContain('projectId: "6f9e4a52-3f0c-4d2a-9c0d-0b8d6f2f1a01"');
      expect(code).toContain('baseUrl: "https://api.example.com"');
      expect(code).not.toMatch(/secret/i);
    });
  }
});
