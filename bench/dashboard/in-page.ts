// These functions run within the page of the dashboard, so none of them can refer to anything outside itself. None can contain a
// named function either, because the compiler would register it with a helper that the page lacks.

/** Counts the tasks that last longer than 50 ms, in `longTasks`. */
export function watchLongTasks(): void {
  const counted = globalThis as unknown as { longTasks: number };
  counted.longTasks = 0;
  new PerformanceObserver((list) => {
    counted.longTasks += list.getEntries().length;
  }).observe({ type: "longtask" });
}

/** The height of a row in pixels. All are equally high. */
export function rowHeight(): number {
  return document.querySelector("tbody tr[aria-rowindex]")?.getBoundingClientRect().height ?? Number.NaN;
}

/** Counts how many rows of a height are loaded, of which the table takes the height whether they are rendered or not. */
export function loadedRows(height: number): number {
  const parts = [...document.querySelectorAll("tbody")].map((part) => part.getBoundingClientRect().height);
  return Math.round(parts.reduce((sum, part) => sum + part, 0) / height);
}

/** Scrolls to the end and waits until the list has a row more, or for fifteen seconds. Notes come and go below it meanwhile. */
export async function loadNextPage(height: number): Promise<void> {
  const before = [...document.querySelectorAll("tbody")].reduce(
    (sum, part) => sum + part.getBoundingClientRect().height,
    0,
  );
  window.scrollTo(0, document.documentElement.scrollHeight);
  const from = performance.now();
  for (let grown = 0; grown < height && performance.now() - from < 15_000; ) {
    await new Promise(requestAnimationFrame);
    grown = -before;
    for (const part of document.querySelectorAll("tbody")) grown += part.getBoundingClientRect().height;
  }
  // Waits for what React does after it has rendered.
  await new Promise(requestAnimationFrame);
  await new Promise(requestAnimationFrame);
}

/** Scrolls down from the middle of what is loaded, some pixels in each frame. */
export async function scrollFrames({ frames, pixels }: { frames: number; pixels: number }) {
  const counted = globalThis as unknown as { longTasks: number };
  const page = document.documentElement;
  const from = Math.max(0, page.scrollHeight / 2 - (frames * pixels) / 2);
  window.scrollTo(0, from);
  await new Promise(requestAnimationFrame);
  counted.longTasks = 0;
  let [domRows, worstFrame] = [0, 0];
  let last = await new Promise<number>(requestAnimationFrame);
  for (let frame = 1; frame <= frames; frame++) {
    window.scrollTo(0, from + ((frame * pixels) % (page.scrollHeight / 3)));
    const now = await new Promise<number>(requestAnimationFrame);
    worstFrame = Math.max(worstFrame, now - last);
    last = now;
    domRows = Math.max(domRows, document.querySelectorAll("tbody tr[aria-rowindex]").length);
  }
  return { domRows, worstFrame, longTasks: counted.longTasks };
}
