"use server";

import { revalidatePath } from "next/cache";
import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { app } from "../../gatehouse";

/** Returns what the user can correct: a wrong password, or an account that exists already. */
export async function signInOrUp(_: string | null, form: FormData): Promise<string> {
  const credentials = { email: String(form.get("email")), password: String(form.get("password")), noRedirect: true };
  const origin = (await headers()).get("origin") ?? undefined;
  const verificationCallbackUrl = new URL(app.urls.emailVerification, origin).href;
  const result = form.has("new")
    ? await app.signUpWithCredential({ ...credentials, verificationCallbackUrl })
    : await app.signInWithCredential(credentials);
  if (result.status === "error") return result.error.message;
  redirect("/account");
}

export async function rename(form: FormData) {
  const user = await app.getUser({ or: "redirect" });
  await user.update({ displayName: String(form.get("displayName")) });
  revalidatePath("/", "layout");
}

export async function signOut() {
  await app.signOut();
  redirect("/");
}
