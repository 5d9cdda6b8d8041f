import { useEffect, useState } from "react";

/** The value once it has not changed for a while, such as a text that is being typed. */
export function useSettled<Value>(value: Value, millis: number): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), millis);
    return () => clearTimeout(timer);
  }, [value, millis]);
  return settled;
}
