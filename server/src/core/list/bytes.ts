// The body of a large response, gathered in memory that later responses use again. V8 counts buffers of megabytes as memory
// that it must free: with a new one for each page of a download, the whole heap is marked five times a second.

/** Number of buffers that are kept: as many as there are connections that fill one. */
const maxKept = 16;
/** Unused buffers are given to the operating system after this time. */
const keptMs = 30_000;

let kept: Buffer[] = [];
let expiry: NodeJS.Timeout | undefined;
/** The whole buffer of each body that was not given back yet. */
const lent = new WeakMap<Buffer, Buffer>();

function takeBuffer(size: number): Buffer {
  const at = kept.findLastIndex((buffer) => buffer.length >= size);
  const [buffer] = at === -1 ? [] : kept.splice(at, 1);
  return buffer ?? Buffer.allocUnsafeSlow(size);
}

function keep(buffer: Buffer): void {
  if (kept.length < maxKept) kept.push(buffer);
  expiry ??= setTimeout(() => {
    kept = [];
    expiry = undefined;
  }, keptMs).unref();
  expiry.refresh();
}

/** Appends text to a growable buffer: a string of megabytes would be copied three times and tenured. */
export function gatherBytes(expected: number) {
  let buffer = takeBuffer(expected);
  let length = 0;
  return {
    add(text: string): void {
      const room = length + Buffer.byteLength(text);
      if (room > buffer.length) {
        const larger = takeBuffer(Math.max(room, buffer.length * 2));
        buffer.copy(larger, 0, 0, length);
        keep(buffer);
        buffer = larger;
      }
      length += buffer.write(text, length);
    },
    bytes: (): Buffer => {
      const body = buffer.subarray(0, length);
      lent.set(body, buffer);
      return body;
    },
  };
}

/** Gives the memory of a gathered body back: nothing may read it any more. Does nothing for other buffers. */
export function giveBack(body: Buffer): void {
  const buffer = lent.get(body);
  if (!buffer) return;
  lent.delete(body);
  keep(buffer);
}
