import type * as z from "zod";

/** How a request is treated: an end user's browser, a trusted backend, or the project's owner. Lowest first. */
export const allTiers = ["client", "server", "admin"] as const;
export type Tier = (typeof allTiers)[number];

/**
 * A shape that differs from tier to tier. A tier without a shape of its own inherits the next lower one, so admin
 * accepts and sees whatever server does. `Widest` is the highest tier's shape: what a handler works with.
 */
export class ByTier<Widest extends z.ZodType> {
  constructor(
    private readonly shapes: Partial<Record<Tier, z.ZodType>>,
    readonly widest: Widest,
  ) {}

  for(tier: Tier): z.ZodType {
    const inherited = allTiers.slice(0, allTiers.indexOf(tier) + 1).reverse();
    for (const candidate of inherited) {
      const shape = this.shapes[candidate];
      if (shape) return shape;
    }
    return this.widest;
  }
}

/**
 * Declares a shape per tier. The highest tier's shape must hold every field of the lower ones, because handlers are
 * typed by it.
 *
 * @example body: tiers({ client: ClientUserUpdate, server: ServerUserUpdate })
 */
export function tiers<Admin extends z.ZodType>(shapes: {
  client?: z.ZodType;
  server?: z.ZodType;
  admin: Admin;
}): ByTier<Admin>;
export function tiers<Server extends z.ZodType>(shapes: { client?: z.ZodType; server: Server }): ByTier<Server>;
export function tiers(shapes: Partial<Record<Tier, z.ZodType>>): ByTier<z.ZodType> {
  const widest = shapes.admin ?? shapes.server ?? shapes.client;
  if (!widest) throw new Error("tiers() needs at least one shape");
  return new ByTier(shapes, widest);
}

/** The shape that applies to `tier`. */
export function shapeFor(shape: z.ZodType | ByTier<z.ZodType>, tier: Tier): z.ZodType {
  return shape instanceof ByTier ? shape.for(tier) : shape;
}
