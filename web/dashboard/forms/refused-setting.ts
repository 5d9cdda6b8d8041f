import { RequestError } from "../../kit/errors/request-error";

/** What the server says about a setting that it refuses: the setting's path, and a sentence for its field. */
export function refusedSetting(error: unknown): { path: string; message: string } | undefined {
  if (!(error instanceof RequestError) || error.status !== 400) return undefined;
  const [, unknown] = /^(?:\[[A-Z ]+\] )?The key "(.+)" is not valid for the schema\.$/.exec(error.text) ?? [];
  if (unknown) return { path: unknown, message: "There is no such setting." };
  const [, path, rest] = /^(?:\[[A-Z ]+\] )?([\w-]+(?:\.[\w-]+)+) (.+?)\.?$/.exec(error.text) ?? [];
  return path && rest ? { path, message: `It ${rest}.` } : undefined;
}
