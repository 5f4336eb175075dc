// Time from a click on its tab until the dashboard is there, beside the list of devices, in Chromium.
import { openBrowser } from './browser.ts';
import { median } from './measure.ts';
import { openPage } from './page.ts';

const visits = 20;
const warmUp = 4;

/** The address of a tab, and an expression that is true once its page is there. */
const pages = {
  devices: ['/devices', `document.querySelector('[role=table][aria-label^="Devices"] [role=cell]')`],
  dashboard: [
    '/dashboard',
    `[...document.querySelectorAll('main li [role=status]')].filter((card) => /\\d/.test(card.textContent)).length === 4`,
  ],
} as const;

/** Lines for the results. */
export async function benchDashboard(port: number, cookie: string): Promise<string[]> {
  const browser = await openBrowser();
  if (!browser) return ['No Chromium here: the dashboard was not opened.'];
  try {
    const page = await openPage(browser, port, cookie, '');
    await page.goto('/devices');
    const times = { devices: [] as number[], dashboard: [] as number[] };
    for (let i = 0; i < 2 * (visits + warmUp); i++) {
      const name = i % 2 === 0 ? 'dashboard' : 'devices';
      const [address, there] = pages[name];
      const took = await page.evaluate<number>(`new Promise((done) => {
        const start = performance.now();
        document.querySelector('nav a[href^="${address}"]').click();
        const look = () => ${there}
          ? requestAnimationFrame(() => done(performance.now() - start)) : requestAnimationFrame(look);
        look();
      })`);
      if (i >= 2 * warmUp) times[name].push(took);
    }
    const [list, board] = [median(times.devices), median(times.dashboard)];
    return [
      `The dashboard's four figures ${board.toFixed(0)} ms after a click on its tab, the list of devices ${list.toFixed(0)} ms, warm, p50 of ${visits}: ${(board / list).toFixed(1)} times (wanted <= 3).`,
    ];
  } finally {
    browser.close();
  }
}
