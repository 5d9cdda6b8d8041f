import type * as z from "zod";

/** Says how a request is treated: an end user's browser, a trusted backend, or the project's owner. Lowest first. */
export const allTiers = ["client", "server", "admin"] as const;
export type Tier = (typeof allTiers)[number];

export type TierShapes = Readonly<Partial<Record<Tier, z.ZodType>>>;

/**
 * A shape that differs from tier to tier. A tier without a shape of its own inherits the next lower one, so admin
 * accepts and sees whatever server does. `Widest` is the highest tier's shape: what a handler works with.
 */
export class ByTier<Widest extends z.ZodType, Shapes extends TierShapes = TierShapes> {
  constructor(
    private readonly shapes: Shapes,
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
export function tiers<const Shapes extends TierShapes>(shapes: Shapes): ByTier<WidestOf<Shapes>, Shapes> {
  const widest = shapes.admin ?? shapes.server ?? shapes.client;
  if (!widest) throw new Error("tiers() needs at least one shape");
  return new ByTier(shapes, widest as WidestOf<Shapes>);
}

/** The shape that a tier is held to, as `ByTier.for` finds it. */
export type ShapeAt<Shapes extends TierShapes, T extends Tier> = Shapes extends { [Own in T]: infer Shape }
  ? Shape
  : T extends "admin"
    ? ShapeAt<Shapes, "server">
    : T extends "server"
      ? ShapeAt<Shapes, "client">
      : WidestOf<Shapes>;

type WidestOf<Shapes extends TierShapes> = Extract<
  Shapes extends { admin: infer Shape }
    ? Shape
    : Shapes extends { server: infer Shape }
      ? Shape
      : Shapes extends { client: infer Shape }
        ? Shape
        : never,
  z.ZodType
>;

/** The shape that applies to `tier`. */
export function shapeFor(shape: z.ZodType | ByTier<z.ZodType>, tier: Tier): z.ZodType {
  return shape instanceof ByTier ? shape.for(tier) : shape;
}
