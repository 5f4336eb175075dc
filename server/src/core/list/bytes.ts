/** Appends text to a growable buffer: a string of megabytes would be copied three times and tenured. */
export function gatherBytes(expected: number) {
  let buffer = Buffer.allocUnsafe(expected);
  let length = 0;
  return {
    add(text: string): void {
      const room = length + Buffer.byteLength(text);
      if (room > buffer.length) {
        const larger = Buffer.allocUnsafe(Math.max(room, buffer.length * 2));
        buffer.copy(larger, 0, 0, length);
        buffer = larger;
      }
      length += buffer.write(text, length);
    },
    bytes: (): Buffer => buffer.subarray(0, length),
  };
}
