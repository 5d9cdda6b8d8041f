import { type AdminMethods, adminMethods } from "../../kit/apps/admin-app";
import { type HooksOf, hooksOf } from "./hook-of";

/** The hooks of what an admin app reads. No view shows its usage and the messages of the assistant. */
export interface AdminHooks extends Omit<HooksOf<AdminMethods>, "useUsage" | "useChatMessages"> {}

export const adminHooks: AdminHooks = /* @__PURE__ */ hooksOf(adminMethods);
