/** The script element that loads a module from `address`: a module has no `document.currentScript`. */
export function ownScript(address: string): HTMLScriptElement | undefined {
  const scripts = [...document.querySelectorAll<HTMLScriptElement>("script[src]")];
  const own = scripts.filter(({ src }) => withoutQuery(src) === address);
  return own.find((script) => script.dataset.projectId) ?? own[0];
}

export function withoutQuery(address: string): string {
  return address.split(/[?#]/, 1)[0] ?? address;
}
