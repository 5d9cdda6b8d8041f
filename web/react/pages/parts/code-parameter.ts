/** The code in the address of a mail's link; undefined when there is none, or when the link was cut off on its way. */
export function mailedCode(searchParams: URLSearchParams): string | undefined {
  const code = searchParams.get("code");
  return code && /^[0-9a-z]{45}$/i.test(code) ? code : undefined;
}
