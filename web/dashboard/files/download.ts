/** Has the browser save a text, or the parts of one, as a file. */
export function download(text: string | readonly string[], fileName: string, type: string): void {
  const url = URL.createObjectURL(new Blob([text].flat(), { type: `${type};charset=utf-8` }));
  const link = document.createElement("a");
  link.href = url;
  link.download = fileName;
  link.click();
  URL.revokeObjectURL(url);
}
