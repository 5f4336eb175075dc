import { join } from 'node:path';
import { build, type Plugin, type Rolldown } from 'vite';
import { closureOf } from './closure.ts';
import { listFolders } from './lists.ts';

const partOfLists = (file: string) => Object.values(listFolders).map((folder) => `features/${folder}/${file}`);

/** What a visit begins with, below src: the files of an entry load together. Every visit loads `main.tsx` as well. */
const starts = {
  signIn: ['features/auth/start.tsx', 'features/auth/SignIn.tsx'],
  portal: ['app.tsx', 'texts/names.ts'],
  list: ['entity/EntityPage.tsx', ...partOfLists('page.tsx')],
  // the rows of narrow screens
  phone: [...partOfLists('phone.tsx'), 'list/table/SortMenu.tsx'],
  // loads beside the first rows
  beside: ['features/shell/Bell.tsx', 'list/views/ViewChooser.tsx'],
  events: ['list/filters/DateRangeFilter.tsx', 'features/activity/Histogram.tsx'],
  floating: ['ui/PopoverAt.tsx', 'ui/TipBubble.tsx'],
  // loads once the first rows have been there for a moment
  after: [
    'features/shell/IdleWarning.tsx',
    'features/shell/Keys.tsx',
    'features/shell/OfflineNotice.tsx',
    'list/live/FollowSwitch.tsx',
    'list/live/LiveNotice.tsx',
  ],
  dashboard: ['features/dashboard/page.tsx', 'features/dashboard/Pictures.tsx'],
  open: ['features/auth/open.tsx'],
  invitation: ['features/invitation/page.tsx'],
  keypad: ['features/keypad/page.tsx'],
};
type Start = keyof typeof starts;
const isStart = (name: string): name is Start => name in starts;
/** On every page of the portal, in the order of their loading, and after it. */
const early: readonly Start[] = ['portal', 'list', 'beside'];
const late: readonly Start[] = ['floating', 'events', 'phone', 'after'];
/** What only these load is left to the bundler. */
const alone: readonly Start[] = ['dashboard', 'open', 'invitation', 'keypad'];
/** Each of their pages keeps a file of its own beside what they share. */
const apart: readonly Start[] = ['list', ...alone];
/** The texts that the first page loads (lib/i18n.ts): one file a language. */
const firstTexts = /\/texts\/([^/]+)\/(?:auth|common|form|list|permissions|session|shell)\.ts$/;

const source = (file: string) => join(import.meta.dirname, '../src', file);

/**
 * The file for what these starts load; undefined leaves it to the bundler. What a module imports is loaded by the same
 * starts and perhaps by more, so that no file imports one that imports it.
 */
function fileFor(loadedBy: readonly Start[]): string | undefined {
  const isIn = (some: readonly Start[]) => (start: Start) => some.includes(start);
  if (loadedBy.every(isIn(alone))) return undefined;
  if (loadedBy.length === 1) return loadedBy[0];
  if (!loadedBy.every(isIn([...early, ...late, 'dashboard']))) return 'shared';
  return early.find((start) => loadedBy.includes(start)) ?? (loadedBy.includes('dashboard') ? undefined : 'floating');
}

/** The name of the file for each module that is put together with others. */
function groupsOf(chunks: readonly Rolldown.OutputChunk[]): Map<string, string> {
  const main = closureOf(chunks, [source('main.tsx')]).map(({ chunk }) => chunk);
  const loaders = new Map<Rolldown.OutputChunk, Start[]>();
  const pages = new Set<Rolldown.OutputChunk>();
  for (const start of Object.keys(starts).filter(isStart)) {
    for (const { chunk, asked } of closureOf(chunks, starts[start].map(source))) {
      if (main.includes(chunk)) continue;
      if (asked && apart.includes(start)) pages.add(chunk);
      loaders.set(chunk, [...(loaders.get(chunk) ?? []), start]);
    }
  }
  return new Map(
    [...loaders].flatMap(([chunk, loadedBy]) => {
      const file = pages.has(chunk) ? undefined : fileFor(loadedBy);
      return file ? chunk.moduleIds.map((id) => [id, file] as const) : [];
    }),
  );
}

/**
 * Puts the modules that the same starts load into one file. The bundler's own division has a file for each
 * combination of all the portal's parts, and the first list loaded about sixty. What each start loads is read from a first
 * build: only the bundler knows which modules of a library are used.
 */
export function fewFiles(): Plugin {
  return {
    name: 'few-files',
    apply: 'build',
    async config({ build: options }) {
      if (options?.write === false) return undefined;
      const first = await build({ build: { write: false }, logLevel: 'error' });
      if (Array.isArray(first) || !('output' in first)) throw new Error('The first build has no output');
      const groups = groupsOf(first.output.filter((file) => file.type === 'chunk'));
      const named = (id: string) => {
        const locale = firstTexts.exec(id)?.[1];
        return locale ? `texts-${locale}` : (groups.get(id) ?? null);
      };
      return {
        build: {
          rolldownOptions: {
            output: {
              codeSplitting: {
                groups: [{ debugName: 'few files', name: named, includeDependenciesRecursively: false }],
              },
            },
          },
        },
      };
    },
  };
}
