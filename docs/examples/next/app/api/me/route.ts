import { withAuth } from "@gatehouse/kit/next";
import { app } from "../../../gatehouse";

export const GET = withAuth(app, (_, { user }) => Response.json({ id: user.id, email: user.primaryEmail }));
