// The download button of the activity list in a real browser: throughput and memory.
import { setTimeout as sleep } from 'node:timers/promises';
import { type Browser, openBrowser } from './browser.ts';
import { residentMb } from './measure.ts';
import { openPage } from './page.ts';

/** The file goes to the origin's private file system, since no user can answer the dialog; the stream is the same. */
const picker = `
  window.longTasks = [];
  new PerformanceObserver((list) => window.longTasks.push(...list.getEntries().map((e) => e.duration))).observe({ entryTypes: ['longtask'] });
  window.showSaveFilePicker = async () =>
    (await navigator.storage.getDirectory()).getFileHandle('bench.csv', { create: true });`;
const button = `document.querySelector('button[aria-label="Download CSV"]')`;

export type BrowserResult = {
  seconds: number;
  fileMb: number;
  lines: number;
  /** The peak JavaScript heap of the page and the worker above the start, in MB. */
  heapMb: number;
  /** The same for the whole process of the page. */
  processMb: number;
  /** The longest time in ms that the page was blocked. */
  longestTask: number;
};

export async function downloadInBrowser(port: number, cookie: string): Promise<BrowserResult | undefined> {
  const browser = await openBrowser();
  if (!browser) return undefined;
  try {
    return await measure(browser, port, cookie);
  } finally {
    browser.close();
  }
}

async function measure(browser: Browser, port: number, cookie: string): Promise<BrowserResult> {
  const workers = new Set<string>();
  browser.on((method, { sessionId, targetInfo }) => {
    if (method === 'Target.detachedFromTarget') workers.delete(String(sessionId));
    else if (method === 'Target.attachedToTarget' && (targetInfo as { type: string }).type === 'worker')
      workers.add(String(sessionId));
  });
  const { session: page, evaluate, until, goto } = await openPage(browser, port, cookie, picker);
  await browser.call('Target.setAutoAttach', { autoAttach: true, waitForDebuggerOnStart: false, flatten: true }, page);
  await goto('/activity');
  await until(button);

  const pid = await renderer(browser);
  const heap = async () => {
    const sizes = await Promise.all(
      [page, ...workers].map((session) =>
        browser
          .call<{ usedSize: number }>('Runtime.getHeapUsage', {}, session)
          .then(({ usedSize }) => usedSize)
          .catch(() => 0),
      ),
    );
    return sizes.reduce((sum, size) => sum + size, 0) / 2 ** 20;
  };
  await browser.call('HeapProfiler.collectGarbage', {}, page);
  await evaluate('window.longTasks.length = 0');
  const before = { heap: await heap(), process: residentMb(pid) };
  const peak = { ...before };
  const start = performance.now();
  await evaluate(`${button}.click()`, true);
  await until(`/Preparing/.test(document.body.innerText)`);
  while (await evaluate<boolean>(`/Preparing/.test(document.body.innerText)`)) {
    peak.heap = Math.max(peak.heap, await heap());
    peak.process = Math.max(peak.process, residentMb(pid));
    await sleep(100);
  }
  const seconds = (performance.now() - start) / 1000;
  const text = await evaluate<string>(`document.body.innerText`);
  if (!text.includes('Check your download history')) throw new Error(`the download failed: ${text.slice(0, 500)}`);
  const { bytes, lines } = await evaluate<{ bytes: number; lines: number }>(`(async () => {
    const handle = await (await navigator.storage.getDirectory()).getFileHandle('bench.csv');
    const file = await handle.getFile();
    let lines = 0;
    for await (const part of file.stream()) for (const byte of part) if (byte === 10) lines++;
    return { bytes: file.size, lines };
  })()`);
  const longestTask = await evaluate<number>(`Math.max(0, ...window.longTasks)`);
  return {
    seconds,
    lines,
    longestTask,
    fileMb: bytes / 2 ** 20,
    heapMb: peak.heap - before.heap,
    processMb: peak.process - before.process,
  };
}

/** The process of the page: the renderer with the most memory. */
async function renderer(browser: Browser): Promise<number> {
  const { processInfo } = await browser.call<{ processInfo: { type: string; id: number }[] }>(
    'SystemInfo.getProcessInfo',
  );
  const ids = processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => id);
  return ids.toSorted((a, b) => residentMb(b) - residentMb(a))[0] ?? 0;
}
