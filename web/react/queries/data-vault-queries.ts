import type { DataVaultStore, GatehouseServerApp } from "../../kit";
import { resourceOptions } from "./resource-query";

/** Numbers the secrets of values: they do not belong into the keys of a cache, which tools for developers show. */
const secretNumbers = new Map<string, number>();

function secretNumber(secret: string): number {
  const number = secretNumbers.get(secret) ?? secretNumbers.size + 1;
  secretNumbers.set(secret, number);
  return number;
}

/** The value of a key in a data vault store; null for none. */
export function dataVaultValueOptions(
  app: GatehouseServerApp,
  store: Pick<DataVaultStore, "id" | "getValue">,
  key: string,
  secret: string,
) {
  return resourceOptions(app, "data-vault", [store.id, key, secretNumber(secret)], () =>
    store.getValue(key, { secret }),
  );
}
