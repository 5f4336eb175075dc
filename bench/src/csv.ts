// A CSV download of every event: the pages over HTTP against PostgreSQL's COPY of the same rows, and the download
// button in a browser. Measures the memory of the server process and of the page.
import os from 'node:os';
import pg from 'pg';
import { downloadInBrowser } from './csv-browser.ts';
import { get, residentMb } from './measure.ts';
import { withTestBed } from './test-bed.ts';
import { buildWorld, tenantId } from './world.ts';

const pageSize = 5000;

export async function benchCsv(size: { events: number; devices: number }): Promise<void> {
  await withTestBed(async ({ database, start }) => {
    const { cookies } = await buildWorld(database, size);
    console.log(`${size.events} events loaded`);
    const { port, pid } = await start('portal');
    const rate = (rows: number, seconds: number) => Math.round(rows / seconds);
    const wide = await copy(
      database.url,
      `select body from event where tenant_id = '${tenantId}' order by event_time desc, id desc`,
    );
    const narrow = await copy(
      database.url,
      `select e.event_time, e.event, e.result, n.name, e.entity_domain, a.name from event e
         left join event_party n on n.tenant_id = e.tenant_id and n.id = e.entity_party
         left join event_party a on a.tenant_id = e.tenant_id and a.id = e.agent_party
       where e.tenant_id = '${tenantId}' order by e.event_time desc, e.id desc`,
    );
    await get({ port, cookie: cookies.everything }, '/api/v1/events');
    const idle = residentMb(pid);
    await readPages(port, cookies.everything, pid, 20 * pageSize); // warms up
    const pages = await readPages(port, cookies.everything, pid, Infinity);
    const lines = [
      `${os.cpus().length} cores (${os.cpus()[0]?.model.trim()}), load ${os.loadavg()[0]?.toFixed(1)} at the end; Node ${process.versions.node}.`,
      `- COPY to CSV: ${rate(wide.rows, wide.seconds)} rows/s of the stored JSON, ${rate(narrow.rows, narrow.seconds)} rows/s of the columns on screen`,
      `- pages of ${pageSize} over HTTP: ${pages.rows} rows, ${rate(pages.rows, pages.seconds)} rows/s; against COPY of the same JSON ${(pages.rows / pages.seconds / (wide.rows / wide.seconds)).toFixed(2)} (P7 wanted >= 0.5); the server grew by ${pages.growthMb.toFixed(0)} MB (<= 50), from ${idle.toFixed(0)} MB before the first page to ${pages.peakMb.toFixed(0)} MB`,
    ];
    const download = await downloadInBrowser(port, cookies.everything);
    if (download) {
      lines.push(
        `- the button in Chromium: ${download.lines - 1} rows, ${download.fileMb.toFixed(0)} MB in ${download.seconds.toFixed(1)} s, ${rate(download.lines, download.seconds)} rows/s; JavaScript grew by ${download.heapMb.toFixed(0)} MB (<= 100), the page's process by ${download.processMb.toFixed(0)} MB; longest pause of the page ${download.longestTask.toFixed(0)} ms; the server stood at ${residentMb(pid).toFixed(0)} MB`,
      );
    } else lines.push('- no Chromium here: set CHROMIUM_PATH');
    console.log(`\n## CSV download, ${size.events.toLocaleString('en')} events\n\n${lines.join('\n')}`);
  });
}

/** Follows the cursor through every page, as a download does. */
async function readPages(port: number, cookie: string, pid: number, most: number) {
  const before = residentMb(pid);
  let [rows, peak, next] = [0, before, ''];
  const start = performance.now();
  for (let page = 1; page === 1 || (next && rows < most); page++) {
    const text = await get(
      { port, cookie },
      `/api/v1/events?results_per_page=${pageSize}&page=${page}${next && `&cursor=${next}`}`,
    );
    const tail = text.slice(text.lastIndexOf(']'));
    next = /"next":"([^"]+)"/.exec(tail)?.[1] ?? '';
    rows += next ? pageSize : JSON.parse(text).data.length;
    peak = Math.max(peak, residentMb(pid));
  }
  return { rows, seconds: (performance.now() - start) / 1000, growthMb: peak - before, peakMb: peak };
}

/** COPY … TO STDOUT through the driver; the rows are counted and dropped. */
async function copy(url: string, select: string): Promise<{ rows: number; seconds: number }> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    const start = performance.now();
    const rows = await new Promise<number>((resolve, reject) => {
      let count = 0;
      client.query({
        submit: (connection: pg.Connection) => connection.query(`copy (${select}) to stdout (format csv)`),
        handleCopyData: () => void count++,
        handleError: reject,
        handleReadyForQuery: () => resolve(count),
        handleRowDescription: () => {},
        handleDataRow: () => {},
        handleCommandComplete: () => {},
        handleCopyInResponse: () => {},
        handlePortalSuspended: () => {},
        handleEmptyQuery: () => {},
      } as pg.Submittable);
    });
    return { rows, seconds: (performance.now() - start) / 1000 };
  } finally {
    await client.end();
  }
}
