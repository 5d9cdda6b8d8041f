import { zValidator } from "@hono/zod-validator";
import { Hono } from "hono";
import * as z from "zod";
import { imageFileName, readImage } from "../../platform/images";
import { text } from "../../protocol/fields";

const Params = z.object({ file: text(100).regex(imageFileName) });

/** Stored images, `GET /images/{sha-256}.{extension}`: plain HTTP beside the API, for `<img>` elements anywhere. */
export const imageRoutes = new Hono<{ Bindings: Env }>().get(
  "/:file",
  zValidator("param", Params, ({ success }, context) => (success ? undefined : context.text(notFound, 404))),
  async (context) => {
    const image = await readImage(context.env.IMAGES, context.req.valid("param").file);
    return image ?? context.text(notFound, 404);
  },
);

const notFound = "There is no such image";
