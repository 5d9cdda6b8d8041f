/** The code in the query of an emailed link; undefined when it is missing or incomplete. */
export function codeParameter(searchParams: URLSearchParams): string | undefined {
  const code = searchParams.get("code");
  return code && /^[0-9a-z]{45}$/i.test(code) ? code : undefined;
}
