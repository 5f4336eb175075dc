// Perceived speed of the lists: the time from a click on the tab to the list, and whether scrolling keeps up, beside the
// same rows without any script.
import os from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Browser, openBrowser } from './browser.ts';
import { median, quantile } from './measure.ts';
import { openPage, type Page } from './page.ts';
import { withTestBed } from './test-bed.ts';
import { buildWorld } from './world.ts';

const visits = 30;
/** Pause between two clicks, for work that follows the rows: a person looks at them. */
const pauseMs = 500;
const seconds = 10;
const rounds = 3;
/** Pixels per second. */
const speed = 3000;

export async function benchScroll(size: { events: number; devices: number }): Promise<void> {
  const browser = await openBrowser();
  if (!browser) throw new Error('no Chromium here: set CHROMIUM_PATH');
  try {
    await withTestBed(async ({ database, start }) => {
      const { cookies } = await buildWorld(database, size);
      const { port } = await start('portal');
      const page = await openPage(browser, port, cookies.everything, '');
      await page.goto('/activity');
      await page.goto('/devices');
      const shown = await visit(page, pauseMs);
      const hurried = await visit(page, 0);
      const still = await openPage(browser, port, cookies.everything, '');
      await still.show(await page.evaluate<string>(stillRows));
      const list: Scrolled[] = [];
      const without: Scrolled[] = [];
      for (let i = 0; i < rounds; i++) {
        await page.goto('/devices');
        list.push(await scroll(browser, page));
        await still.evaluate(`void (document.querySelector('[data-still]').scrollTop = 0)`);
        without.push(await scroll(browser, still));
      }
      console.log(
        [
          `\n## Lists in Chromium, ${size.devices.toLocaleString('en')} devices\n`,
          `${os.cpus().length} cores (${os.cpus()[0]?.model.trim()}), load ${os.loadavg()[0]?.toFixed(1)} at the end; no graphics card.`,
          `- a click on a tab until its rows are there, warm, ${pauseMs} ms after the last: p50 ${shown.p50.toFixed(0)} ms, p90 ${shown.p90.toFixed(0)} ms of ${visits} (P11 wanted p50 <= 100); each at once after the last, while that is still painted: ${hurried.p50.toFixed(0)} and ${hurried.p90.toFixed(0)} ms`,
          `- ${seconds} s of scrolling, ${speed} pixels a second, median of ${rounds} in turns: ${described(list)}; the same rows without any script: ${described(without)} (P12 wanted <= 1 % over 16.7 ms)`,
        ].join('\n'),
      );
    });
  } finally {
    browser.close();
  }
}

/** Time from the click to the frame with the rows, measured in the page. */
async function visit(page: Page, pause: number): Promise<{ p50: number; p90: number }> {
  const times: number[] = [];
  for (let i = 0; i < visits + 4; i++) {
    const [address, label] = i % 2 === 0 ? ['/activity', 'Activity'] : ['/devices', 'Devices'];
    const took = await page.evaluate<number>(`new Promise((done) => {
      const start = performance.now();
      document.querySelector('nav a[href^="${address}"]').click();
      const look = () => document.querySelector('[role=table][aria-label^="${label}"] [role=cell]')
        ? requestAnimationFrame(() => done(performance.now() - start)) : requestAnimationFrame(look);
      look();
    })`);
    if (i >= 4) times.push(took);
    await sleep(pause);
  }
  return { p50: median(times), p90: quantile(times, 0.9) };
}

/** The document with the rows on screen repeated, as long as the list is scrolled, and without scripts. */
const stillRows = `(() => {
  const rows = [...document.querySelectorAll('[role=row][data-index]')];
  const texts = rows.map((row) => row.outerHTML);
  const height = rows[1].getBoundingClientRect().top - rows[0].getBoundingClientRect().top;
  const count = Math.ceil(${speed * seconds} / height) + 100;
  const body = rows[0].parentElement;
  body.innerHTML = Array.from({ length: count }, (_, i) =>
    texts[i % texts.length].replace(/translateY\\([^)]*\\)/, 'translateY(' + i * height + 'px)')).join('');
  body.style.height = count * height + 'px';
  let scroller = body;
  while (!/auto|scroll/.test(getComputedStyle(scroller).overflowY)) scroller = scroller.parentElement;
  scroller.dataset.still = '';
  const rules = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules]).map((rule) => rule.cssText).join('\\n');
  document.querySelectorAll('script, link, style').forEach((one) => one.remove());
  document.head.append(Object.assign(document.createElement('style'), { textContent: rules }));
  return '<!doctype html>' + document.documentElement.outerHTML;
})()`;

type Scrolled = { frames: number; late: number; dropped: number; longest: number };
function described(all: readonly Scrolled[]): string {
  const of = (figure: (one: Scrolled) => number) => median(all.map(figure));
  const late = of(({ late: n, frames }) => (n / frames) * 100);
  return `${late.toFixed(1)} % of ${of((one) => one.frames)} frames over 16.7 ms, ${of((one) => one.dropped)} beats without a frame, the longest ${of((one) => one.longest).toFixed(0)} ms`;
}

type Traced = { name: string; ts: number };

/** Scrolls down with the wheel and reads the frames from the browser's trace. */
async function scroll(browser: Browser, page: Page): Promise<Scrolled> {
  await browser.call('Page.bringToFront', {}, page.session);
  const frames: number[] = [];
  browser.on((method, { value }) => {
    if (method !== 'Tracing.dataCollected') return;
    for (const { name, ts } of value as Traced[]) if (name === 'DrawFrame') frames.push(ts / 1000);
  });
  const ended = new Promise<void>((resolve) =>
    browser.on((method) => {
      if (method === 'Tracing.tracingComplete') resolve();
    }),
  );
  await browser.call(
    'Tracing.start',
    {
      transferMode: 'ReportEvents',
      traceConfig: { includedCategories: ['disabled-by-default-devtools.timeline.frame'] },
    },
    page.session,
  );
  await browser.call(
    'Input.synthesizeScrollGesture',
    { x: 700, y: 600, yDistance: -speed * seconds, speed, gestureSourceType: 'mouse' },
    page.session,
  );
  await browser.call('Tracing.end', {}, page.session);
  await ended;
  const times = frames.toSorted((a, b) => a - b);
  const gaps = times.slice(1).map((at, i) => at - (times[i] ?? at));
  return {
    frames: gaps.length,
    // frames at the display's refresh rate are 16.7 ms apart; a millisecond is the jitter of the trace
    late: gaps.filter((gap) => gap > 17.7).length,
    // a frame that is drawn late but before the next refresh is still displayed
    dropped: gaps.reduce((beats, gap) => beats + Math.max(0, Math.round(gap / 16.7) - 1), 0),
    longest: Math.max(0, ...gaps),
  };
}
