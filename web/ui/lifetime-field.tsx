import { type Lifetime, lifetimes } from "./key-lifetime";
import { Select } from "./select";

/** How long a new key is valid. */
export function LifetimeField(props: { value: Lifetime; onValueChange: (lifetime: Lifetime) => void }) {
  return <Select<Lifetime> label="Expires after" options={lifetimes} {...props} />;
}
