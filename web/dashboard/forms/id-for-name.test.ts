import { expect, it } from "vitest";
import { checkStoreId } from "../data-vault/store-id";
import { checkNewId } from "../payments/catalogue/catalogue-rules";
import { english } from "../translation/english";
import { idForName } from "./id-for-name";

it("an ID is made of a name, as far as it can be", () => {
  expect(idForName("Partner tokens")).toBe("partner-tokens");
  expect(idForName(" 2 Schlüssel (alt) ")).toBe("schlussel-alt");
  expect(idForName("秘密")).toBe("");
  const long = idForName("x".repeat(80));
  expect([checkStoreId(long, [], english), checkNewId(long, [], english)]).toEqual([true, true]);
});
