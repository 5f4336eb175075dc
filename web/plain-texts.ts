import type { Plugin } from 'vite';

/**
 * In the production build, a file of texts is one plain object: a language that differs little from another one does
 * not load both.
 */
export function plainTexts(): Plugin {
  return {
    name: 'plain-texts',
    apply: 'build',
    enforce: 'pre',
    async transform(_, id) {
      if (!/\/web\/src\/texts\/[\w-]+\/(all|start|more)\.ts$/.test(id)) return null;
      const { texts }: { texts: unknown } = await import(id);
      return `export const texts = ${JSON.stringify(texts)};`;
    },
  };
}
