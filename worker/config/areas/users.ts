import * as z from "zod";

export const users = z.object({ allowClientUserDeletion: z.boolean().default(false) });
