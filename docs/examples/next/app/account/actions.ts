"use server";

import { revalidatePath } from "next/cache";
import { redirect } from "next/navigation";
import { app } from "../../gatehouse";

export async function signIn(form: FormData) {
  const email = String(form.get("email"));
  const result = await app.signInWithCredential({ email, password: String(form.get("password")), noRedirect: true });
  redirect(result.status === "ok" ? "/account" : "/own-sign-in");
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
