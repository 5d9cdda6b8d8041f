import { authMiddleware } from "@gatehouse/kit/next";
import { app } from "./gatehouse";

export const proxy = authMiddleware(app);

export const config = { matcher: ["/account/:path*"] };
