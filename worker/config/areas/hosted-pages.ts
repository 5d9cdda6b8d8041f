import * as z from "zod";

/** The pages on which a project's users sign in at the address of this instance. */
export const hostedPages = z.object({ enabled: z.boolean().default(true) });
