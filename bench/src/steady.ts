// Requests at a steady rate from a process of their own, so that those who wait for their answers do not slow the measuring.
import http from 'node:http';
import { latency, send, type Target } from './measure.ts';

const [target = '', path = '', perSecond = ''] = process.argv.slice(2);
const agent = new http.Agent({ keepAlive: true, maxSockets: 16 });
const to: Target = JSON.parse(target);
const began = performance.now();
let sent = 0;
let times: number[] = [];
/** Answers other than 200: a server with too much to do answers 503. */
let refused = 0;

async function ask() {
  const start = performance.now();
  const { status } = await send(to, 'GET', path, { agent });
  times.push(performance.now() - start);
  if (status !== 200) refused++;
}

// a late turn sends what it missed: a server that is slow is not asked less
setInterval(() => {
  const due = Math.floor(((performance.now() - began) / 1000) * Number(perSecond));
  for (; sent < due; sent++) void ask();
}, 1);
process.on('message', () => {
  process.send?.({ ...latency(times), n: times.length, refused });
  times = [];
  refused = 0;
});
process.once('disconnect', () => process.exit());
