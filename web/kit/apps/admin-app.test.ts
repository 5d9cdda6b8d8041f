import { expect, it } from "vitest";
import { adminAppOf } from "../testing/admin-app";
import { serverOfEachTest } from "../testing/api-server";

const api = serverOfEachTest();

it("the project of another app is a fault", async () => {
  api.on("GET /internal/projects/current", { body: { id: "p2" } });
  const message = "The app is of the project p1, but got the project p2";
  await expect(adminAppOf(api).getProject()).rejects.toThrow(message);
});
