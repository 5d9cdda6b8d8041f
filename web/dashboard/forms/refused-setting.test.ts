import { describe, it } from "vitest";
import { RequestError } from "../../kit/errors/request-error";
import { refusedSetting } from "./refused-setting";

const refused = (text: string, status = 400) =>
  refusedSetting(new RequestError("https://api.example.com", status, text));

describe("refusedSetting", () => {
  it("finds the setting that a refusal begins with", ({ expect }) => {
    expect(refused("[WARNING] appearance.homeUrl must not have a user name or password")).toEqual({
      path: "appearance.homeUrl",
      message: "It must not have a user name or password.",
    });
  });

  it("finds the setting that does not exist", ({ expect }) => {
    expect(refused('[ERROR] The key "auth.allowSingUp" is not valid for the schema.')).toEqual({
      path: "auth.allowSingUp",
      message: "There is no such setting.",
    });
    expect(refused('[ERROR] The key "nonsense" is not valid for the schema.')?.path).toBe("nonsense");
  });

  it("finds none in other errors", ({ expect }) => {
    expect(refused("Invalid image format or corrupted image data")).toBeUndefined();
    expect(refused("appearance.homeUrl must be short", 500)).toBeUndefined();
    expect(refusedSetting(new Error("appearance.homeUrl must be short"))).toBeUndefined();
  });
});
