/** The globals that a source sees: those of the language without what is made to allocate memory, and addresses. */
export const visibleGlobals = [
  ...["Object", "Array", "String", "Number", "Boolean", "Symbol", "Math", "JSON", "Date", "RegExp", "Intl", "Iterator"],
  ...["Map", "Set", "WeakMap", "WeakSet", "Promise", "Proxy", "Reflect", "URL", "URLSearchParams"],
  ...["Error", "AggregateError", "EvalError", "RangeError", "ReferenceError", "SyntaxError", "TypeError", "URIError"],
  ...[
    "isNaN",
    "isFinite",
    "parseInt",
    "parseFloat",
    "encodeURI",
    "encodeURIComponent",
    "decodeURI",
    "decodeURIComponent",
  ],
  ...["NaN", "Infinity", "undefined", "escape", "unescape"],
];

/** Lists what a compiled source gets in place of the isolate's own. */
const replaced = ["globalThis", "console", "eval"];

/**
 * Lists all other globals of this isolate, which a source sees as undefined. Its isolate has no network, no environment and no
 * `eval` anyway. Hiding the globals turns each attempt into an error with a line, and keeps state out of reach.
 */
export function hiddenGlobals(): string[] {
  const names = new Set<string>();
  for (let scope: object | null = globalThis; scope; scope = Object.getPrototypeOf(scope)) {
    for (const name of Object.getOwnPropertyNames(scope)) names.add(name);
  }
  for (const name of [...visibleGlobals, ...replaced]) names.delete(name);
  return [...names].filter((name) => /^[A-Za-z_$][\w$]*$/.test(name));
}
