import { join } from 'node:path';
import { type ListResource, listResources } from '@keyward/contract/resources';
import { build, type Plugin, type Rolldown } from 'vite';
import { closureOf } from './closure.ts';
import { drawerOf, partOfLists } from './lists.ts';
import { textFileOf } from './textFiles.ts';

/** Sources below src that load together, by the occasion in a visit. Every visit loads `main.tsx` as well. */
const parts = {
  signIn: ['features/auth/start.tsx', 'features/auth/SignIn.tsx'],
  portal: ['app.tsx', 'texts/names.ts'],
  list: ['entity/EntityPage.tsx', ...partOfLists('page.tsx')],
  // the rows of narrow screens
  phone: [...partOfLists('phone.tsx'), 'list/table/SortMenu.tsx'],
  // loads beside the first rows
  beside: ['features/shell/Bell.tsx', 'list/views/ViewChooser.tsx'],
  events: ['list/filters/DateRangeFilter.tsx', 'features/activity/Histogram.tsx'],
  menus: ['features/profiles/AddMenu.tsx', 'list/csv/CsvMenu.tsx'],
  floating: ['ui/PopoverAt.tsx', 'ui/TipBubble.tsx'],
  // loads once the first rows have been there for a moment
  after: [
    'features/shell/IdleWarning.tsx',
    'features/shell/Keys.tsx',
    'features/shell/OfflineNotice.tsx',
    'features/shell/SignOutQuestion.tsx',
    'list/live/FollowSwitch.tsx',
    'list/live/LiveNotice.tsx',
  ],
  groups: ['access.tsx', 'features/groups/page.tsx'],
  roles: ['access.tsx', 'features/roles/page.tsx'],
  filters: ['list/filters/FilterBar.tsx', 'list/filters/FilterDrawer.tsx'],
  palette: ['features/shell/loadPalette.ts', 'features/shell/Palette.tsx'],
  dashboard: ['features/dashboard/page.tsx', 'features/dashboard/Pictures.tsx'],
  open: ['features/auth/open.tsx'],
  invitationPage: ['features/invitation-page/page.tsx'],
  keypad: ['features/keypad/page.tsx'],
} satisfies Record<string, string[]>;
type Part = keyof typeof parts;
const isPart = (name: string): name is Part => name in parts;
/** The parts above, and the drawer of each list. */
type Start = Part | ListResource;
const starts: readonly { start: Start; files: readonly string[] }[] = [
  ...Object.keys(parts)
    .filter(isPart)
    .map((start) => ({ start, files: parts[start] })),
  ...listResources.map((start) => ({ start, files: drawerOf(start) })),
];
/** The starts on every page of the portal, in the order of their loading, and those after it. */
const early: readonly Start[] = ['portal', 'list', 'beside'];
const late: readonly Start[] = ['floating', 'events', 'menus', 'phone', 'after'];
/** The starts of parts that a person opens later. */
const opened: readonly Start[] = [...listResources, 'groups', 'roles', 'filters', 'palette'];
/** Modules that only these starts load are left to the bundler. */
const alone: readonly Start[] = ['dashboard', 'open', 'invitationPage', 'keypad'];
/** The pages of these starts keep a file of their own beside the shared ones. */
const apart: readonly Start[] = ['list', ...alone];

const source = (file: string) => join(import.meta.dirname, '../src', file);

/**
 * Returns the file for modules that these starts load; undefined leaves them to the bundler. The modules that a module imports
 * are loaded by the same starts and perhaps by more, so no two files import each other.
 */
function fileFor(loadedBy: readonly Start[]): string | undefined {
  const isIn = (some: readonly Start[]) => (start: Start) => some.includes(start);
  if (loadedBy.length === 1 && !loadedBy.every(isIn(alone))) return loadedBy[0];
  const before = loadedBy.filter((start) => !isIn(opened)(start));
  if (before.length === 0) return 'opened';
  if (before.every((start) => start === 'dashboard')) return loadedBy.length > 1 ? 'between' : undefined;
  if (before.every(isIn(alone))) return undefined;
  if (!before.every(isIn([...early, ...late, 'dashboard']))) return 'shared';
  const first = early.find((start) => before.includes(start));
  if (first) return first;
  if (before.includes('dashboard')) return 'between';
  // the rows of a phone do not wait for menus and calendars
  return before.includes('phone') ? 'rows' : 'floating';
}

/** The name of the file for each module that is put together with others. */
function groupsOf(chunks: readonly Rolldown.OutputChunk[]): Map<string, string> {
  const main = closureOf(chunks, [source('main.tsx')]).map(({ chunk }) => chunk);
  const loaders = new Map<Rolldown.OutputChunk, Start[]>();
  const pages = new Set<Rolldown.OutputChunk>();
  for (const { start, files } of starts) {
    for (const { chunk, asked } of closureOf(chunks, files.map(source))) {
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
 * Puts the modules that the same starts load into one file. The bundler's own division has a file for each combination of all the
 * portal's parts, and the first list loaded about sixty. The modules of each start are read from a first build: only the bundler
 * knows which modules of a library are used.
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
      const named = (id: string) => textFileOf(id) ?? groups.get(id) ?? null;
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
