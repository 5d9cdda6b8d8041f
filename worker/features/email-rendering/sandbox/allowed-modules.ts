/** Lists what a source may import. Everything else is an error at the line of the import. */
export const allowedModules = [
  "react",
  "react/jsx-runtime",
  "@react-email/components",
  "arktype",
  "@stackframe/emails",
] as const;

export type AllowedModule = (typeof allowedModules)[number];

export function isAllowedModule(name: unknown): name is AllowedModule {
  return (allowedModules as readonly unknown[]).includes(name);
}
