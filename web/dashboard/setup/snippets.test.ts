import { describe, it } from "vitest";
import { hostedExample, javaScriptExample, reactExample, tagExample } from "./snippets";

const setup = {
  apiUrl: "https://api.example.com",
  projectId: "6f9e4a52-3f0c-4d2a-9c0d-0b8d6f2f1a01",
  publishableClientKey: "pck_1",
};

describe("examples for the browser", () => {
  for (const [name, example] of Object.entries({ reactExample, javaScriptExample })) {
    it(`${name} contains the project and the API address, and no secret`, ({ expect }) => {
      const code = example(setup);
      expect(code).toContain('projectId: "6f9e4a52-3f0c-4d2a-9c0d-0b8d6f2f1a01"');
      expect(code).toContain('publishableClientKey: "pck_1"');
      expect(code).toContain('baseUrl: "https://api.example.com"');
      expect(code).not.toMatch(/secret/i);
    });
  }

  it("hostedExample also has the address of the site", ({ expect }) => {
    const code = hostedExample({ ...setup, siteUrl: "https://login.example.com" });
    expect(code).toContain('hosted: "https://login.example.com",\n});');
  });

  it("those with pages of Gatehouse's are shorter than ten lines", ({ expect }) => {
    for (const code of [reactExample(setup), hostedExample({ ...setup, siteUrl: "https://login.example.com" })]) {
      expect(code.split("\n").length).toBeLessThan(10);
    }
  });

  it("tagExample is a page of less than ten lines with the project, its key and the address of the site", ({
    expect,
  }) => {
    const code = tagExample({ ...setup, siteUrl: "https://login.example.com" });
    expect(code).toContain('src="https://login.example.com/embed.js"');
    expect(code).toContain(`data-project-id="${setup.projectId}" data-publishable-client-key="pck_1"`);
    expect(code.split("\n").length).toBeLessThan(10);
  });
});
