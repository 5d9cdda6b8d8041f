/** For a button whose failure is shown elsewhere on the page: keeps it busy until `work` settles, and never rejects. */
export async function settled(work: Promise<unknown>): Promise<void> {
  await Promise.allSettled([work]);
}
