import type { Rolldown } from 'vite';

type Chunk = Rolldown.OutputChunk;

/** The chunks of the build that hold these sources (`asked`), and all that they import, in the order in which they are needed. */
export function closureOf(chunks: readonly Chunk[], sources: readonly string[]): { chunk: Chunk; asked: boolean }[] {
  const found = new Map<Chunk, boolean>();
  const add = (chunk: Chunk | undefined, asked: boolean) => {
    if (!chunk || found.has(chunk)) return;
    found.set(chunk, asked);
    for (const name of chunk.imports)
      add(
        chunks.find(({ fileName }) => fileName === name),
        false,
      );
  };
  for (const source of sources) {
    // a source that other parts import as well has a chunk without modules of its own
    const chunk =
      chunks.find(({ facadeModuleId }) => facadeModuleId === source) ??
      chunks.find(({ moduleIds }) => moduleIds.includes(source));
    if (!chunk) throw new Error(`The build has no ${source}`);
    add(chunk, true);
  }
  return [...found].map(([chunk, asked]) => ({ chunk, asked }));
}
