import { join } from 'node:path';
import { paths } from '@keyward/contract/paths';
import type { Plugin } from 'vite';
import { closureOf } from './closure.ts';
import { listPages } from './lists.ts';

/** The pages of index.html's `parts`, with the sources that they load before anything shows, below src. */
const pages: Record<string, string[]> = {
  signIn: ['features/auth/start.tsx'],
  portal: ['app.tsx'],
  // on narrow screens
  phone: ['list/table/SortMenu.tsx'],
  ...listPages,
  [paths.access()]: ['access.tsx'],
  [paths.dashboard()]: ['features/dashboard/page.tsx'],
};
const placeholder = 'var parts = { files: [], pages: {}, texts: {} };';

/**
 * Writes into index.html which files each page loads, so that the browser requests them at once, not one after the other as it
 * reaches their imports.
 */
export function firstParts(): Plugin {
  return {
    name: 'first-parts',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        if (!html.includes(placeholder)) throw new Error(`index.html has no ${placeholder}`);
        const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
        const files: string[] = [];
        const numberOf = (file: string) => {
          if (!files.includes(file)) files.push(file);
          return files.indexOf(file);
        };
        const numbers = Object.entries(pages).map(([page, sources]) => {
          const loaded = closureOf(
            chunks,
            sources.map((source) => join(import.meta.dirname, '../src', source)),
          );
          const named = loaded.flatMap(({ chunk }) => [chunk.fileName, ...(chunk.viteMetadata?.importedCss ?? [])]);
          // the page names the files of its own script
          return [page, named.filter((file) => !html.includes(`/${file}"`)).map(numberOf)] as const;
        });
        const texts = chunks.flatMap(({ name, fileName }) => {
          const locale = /^texts-(.+)/.exec(name)?.[1];
          return locale ? [[locale, numberOf(fileName)] as const] : [];
        });
        const parts = {
          files: files.map((file) => file.replace(/^assets\//, '')),
          pages: Object.fromEntries(numbers),
          texts: Object.fromEntries(texts),
        };
        return html.replace(placeholder, () => `var parts = ${JSON.stringify(parts)};`);
      },
    },
  };
}
