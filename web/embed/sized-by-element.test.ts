import { it } from "vitest";
import { sizedByElement } from "./sized-by-element";

it("makes conditions on the width of the window those of the element", ({ expect }) => {
  expect(sizedByElement("@media (width>=64rem){a{top:0}}@media (width < 40rem){a{top:1px}}")).toBe(
    "@container gatehouse (width >= 1024px){a{top:0}}@container gatehouse (width < 640px){a{top:1px}}",
  );
  expect(sizedByElement("@media (min-width: 40rem){}@media not all and (min-width:64rem){}")).toBe(
    "@container gatehouse (width >= 640px){}@container gatehouse (not (width >= 1024px)){}",
  );
  // As it is minified.
  expect(sizedByElement("@media(width>=40rem){}@media not (width>=64rem){}")).toBe(
    "@container gatehouse (width >= 640px){}@container gatehouse (not (width >= 1024px)){}",
  );
  expect(sizedByElement("@media print{a{top:0}}")).toBe("@media print{a{top:0}}");
});
