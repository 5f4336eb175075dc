// Requests at a steady rate from a process of their own, so that waiting for their answers does not slow the measuring.
// Written to sockets: a client of Node's `http` needs more of the machine for a request than the server does.
import net from 'node:net';
import { headersOf, latency, type Target } from './measure.ts';

const connections = 16;
const [target = '', path = '', perSecond = ''] = process.argv.slice(2);
const to: Target = JSON.parse(target);
const headers = Object.entries({ host: '127.0.0.1', ...headersOf(to) }).map(([name, value]) => `${name}: ${value}\r\n`);
const request = `GET ${path} HTTP/1.1\r\n${headers.join('')}\r\n`;

let times: number[] = [];
/** Answers other than 200: a server with too much to do answers 503. */
let refused = 0;
/** Due times of requests that no connection has sent yet: a slow server does not get fewer requests. */
const waiting: number[] = [];
/** Connections without a request: each sends the next one. */
const free: (() => void)[] = [];

function connect(): void {
  const socket = net.connect(to.port, '127.0.0.1');
  socket.setNoDelay(true);
  let due = 0;
  let head = '';
  /** Bytes of the body that are still to come; undefined: the head is not complete. */
  let rest: number | undefined;
  const next = () => {
    const first = waiting.shift();
    if (first === undefined) {
      free.push(next);
      return;
    }
    due = first;
    socket.write(request);
  };
  socket.on('connect', next);
  socket.on('error', (error) => {
    throw error;
  });
  socket.on('data', (chunk: Buffer) => {
    if (rest === undefined) {
      const before = head.length;
      head += chunk.toString('latin1');
      const end = head.indexOf('\r\n\r\n');
      if (end < 0) return;
      rest = Number(/content-length: (\d+)/i.exec(head)?.[1]) + end + 4 - before;
      if (Number.isNaN(rest)) throw new Error(`an answer without its length: ${head.slice(0, end)}`);
    }
    rest -= chunk.length;
    if (rest > 0) return;
    times.push(performance.now() - due);
    if (!head.startsWith('HTTP/1.1 200')) refused++;
    [head, rest] = ['', undefined];
    next();
  });
}
for (let i = 0; i < connections; i++) connect();

const began = performance.now();
let asked = 0;
setInterval(() => {
  const now = performance.now();
  for (const until = Math.floor(((now - began) / 1000) * Number(perSecond)); asked < until; asked++) waiting.push(now);
  while (waiting.length > 0 && free.length > 0) free.pop()?.();
}, 1);
let since = began;
process.on('message', () => {
  const seconds = (performance.now() - since) / 1000;
  process.send?.({ ...latency(times), perSecond: times.length / seconds, waiting: waiting.length, refused });
  times = [];
  refused = 0;
  since = performance.now();
});
process.once('disconnect', () => process.exit());
