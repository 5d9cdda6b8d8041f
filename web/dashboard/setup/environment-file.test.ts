import { describe, it } from "vitest";
import { environmentFile } from "./environment-file";

const project = { apiUrl: "https://api.example.com", projectId: "6f9e4a52-3f0c-4d2a-9c0d-0b8d6f2f1a01" };

describe("environmentFile", () => {
  it("contains only the given keys, under the names that the kit reads", ({ expect }) => {
    expect(environmentFile(project, { publishableClientKey: "pck_1", superSecretAdminKey: "sak_1" })).toBe(
      [
        "GATEHOUSE_API_URL=https://api.example.com",
        "GATEHOUSE_PROJECT_ID=6f9e4a52-3f0c-4d2a-9c0d-0b8d6f2f1a01",
        "GATEHOUSE_PUBLISHABLE_CLIENT_KEY=pck_1",
        "GATEHOUSE_SUPER_SECRET_ADMIN_KEY=sak_1",
      ].join("\n"),
    );
  });
});
