import { zValidator } from "@hono/zod-validator";
import { Hono } from "hono";
import * as z from "zod";
import { fromEdge } from "../../platform/edge-cache";
import { readSettings } from "../../platform/env";
import { imageFileName, immutable, readImage } from "../../platform/images";
import { text } from "../../protocol/fields";

const Params = z.object({ file: text(100).regex(imageFileName) });

/** Stored images, `GET /images/{sha-256}.{extension}`: plain HTTP beside the API, for `<img>` elements anywhere. */
export const imageRoutes = new Hono<{ Bindings: Env }>().get(
  "/:file",
  zValidator("param", Params, ({ success }, context) => (success ? undefined : context.text(notFound, 404))),
  async (context) => {
    const { file } = context.req.valid("param");
    const cached = {
      key: `${context.env.VERSION.id}/images/${file}`,
      // No longer, since an image that belongs to nothing any more is deleted.
      seconds: 24 * 60 * 60,
      cacheControl: immutable,
      apiUrl: readSettings(context.env).apiUrl,
      defer: (work: () => Promise<unknown>) => context.executionCtx.waitUntil(work()),
    };
    const image = await fromEdge(cached, () => readImage(context.env.IMAGES, file));
    return image ?? context.text(notFound, 404);
  },
);

const notFound = "There is no such image";
