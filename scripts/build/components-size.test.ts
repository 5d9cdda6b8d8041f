import { expect, it } from "vitest";
import { isNotCounted } from "./components-size";

it.each(["/home/user/gatehouse", "/home/kit", "/kit/ui"])(
  "counts components and libraries, and neither React nor the core, in a clone at %s",
  (clone) => {
    const kit = `${clone}/dist/kit`;
    const isCounted = (id: string) => !isNotCounted(id, kit);
    for (const id of [`${kit}/react/index.js`, `${kit}/ui/forms/select.js`, `${clone}/node_modules/jose/index.js`]) {
      expect(isCounted(id), id).toBe(true);
    }
    for (const id of [`${kit}/kit/core.js`, `${kit}/contracts/errors.js`, "react", "react-dom/client"]) {
      expect(isCounted(id), id).toBe(false);
    }
    // What is relative is asked for again when it is resolved.
    expect(isCounted("../kit/core.js")).toBe(true);
  },
);
