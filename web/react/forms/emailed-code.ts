/** The typed part of an emailed code as the server has it: Crockford base-32 leaves out the letters that can be mistaken for digits. */
export function normalEmailedCode(typed: string): string {
  return typed.toUpperCase().replaceAll("O", "0").replaceAll(/[IL]/g, "1");
}
