/** Runs a script's body. What it throws is shown as a sentence, without a stack, and the script exits with 1. */
export async function runScript(body: () => Promise<void>): Promise<void> {
  try {
    await body();
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
