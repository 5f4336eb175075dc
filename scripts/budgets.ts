// Limits on the number of files, and on their size after gzip -9, that a browser loads for the sign-in page and the first list.
import fs from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { locales } from '@keyward/contract/locales';
import { root } from './steps.ts';

/** A file of the build, as recorded by web/vite.config.ts: its imports, its CSS and its sources. */
type Chunk = { file: string; imports: string[]; css: string[]; modules: string[] };

const kilobyte = 1000;
const app = ['main.tsx', 'app.tsx', 'features/shell/page.tsx', 'texts/names.ts'];
const open = ['common', 'auth', 'session', 'form'];
const inside = [...open, 'shell', 'permissions', 'list'];
/**
 * The entry sources that load before the first render, and the text namespaces; limits in KB, and of the number of files,
 * each of which is a request. `besides`: without the files of these.
 */
type Budget = {
  name: string;
  loads: string[];
  texts: string[];
  script: number;
  css: number;
  files: number;
  besides?: string[];
};
const budgets: readonly Budget[] = [
  { name: 'sign-in', loads: ['main.tsx', 'features/auth/start.tsx'], texts: open, script: 150, css: 20, files: 10 },
  {
    name: 'devices',
    loads: [...app, 'features/devices/page.tsx'],
    texts: [...inside, 'devices'],
    script: 300,
    css: 20,
    files: 16,
  },
  {
    name: 'activity',
    loads: [...app, 'features/activity/page.tsx'],
    texts: [...inside, 'activity'],
    script: 300,
    css: 20,
    files: 16,
  },
  // the files of Insights beyond those of every page
  {
    name: 'dashboard',
    besides: [...app, 'features/shell/Bell.tsx'],
    loads: ['features/dashboard/page.tsx', 'features/dashboard/Pictures.tsx'],
    texts: ['dashboard', 'activity', 'pictures'],
    script: 90,
    css: 20,
    files: 32,
  },
];
const shared = ['errors', 'form', 'organization', 'permissions'];
const textsFile = (locale: string, namespace: string) =>
  `${shared.includes(namespace) ? 'contract' : 'web'}/src/texts/${locale}/${namespace}.ts`;

const weights = new Map<string, number>();
function weightOf(file: string): number {
  const cached = weights.get(file);
  if (cached !== undefined) return cached;
  const weight = gzipSync(fs.readFileSync(path.join(root, 'web/dist', file)), { level: 9 }).length;
  weights.set(file, weight);
  return weight;
}

/** The chunks of these sources with all their imports. */
function chunksOf(chunks: readonly Chunk[], sources: readonly string[]): Chunk[] {
  const needed = new Set<Chunk>();
  const add = (wanted: string, of: (chunk: Chunk) => boolean) => {
    const chunk = chunks.find(of);
    if (!chunk) throw new Error(`The build has no ${wanted}`);
    if (needed.has(chunk)) return;
    needed.add(chunk);
    for (const imported of chunk.imports) add(imported, ({ file }) => file === imported);
  };
  for (const source of sources) add(source, ({ modules }) => modules.includes(source));
  return [...needed];
}

/** Weighs each page in each language; returns those above the limit, with their largest files. */
export async function checkBudgets(): Promise<string | undefined> {
  const json = fs.readFileSync(path.join(root, '.cache/portal-chunks.json'), 'utf8');
  const chunks = JSON.parse(json) as Chunk[];
  const sum = (files: readonly string[]) => files.reduce((total, file) => total + weightOf(file), 0) / kilobyte;
  const lines: string[] = [];
  const loadedBy = (files: readonly string[]) =>
    chunksOf(
      chunks,
      files.map((file) => `web/src/${file}`),
    );
  for (const { name, loads, texts, besides = [], ...limits } of budgets) {
    const others = loadedBy(besides);
    for (const locale of locales) {
      const needed = [
        ...new Set([
          ...loadedBy(loads),
          ...chunksOf(
            chunks,
            texts.map((namespace) => textsFile(locale, namespace)),
          ),
        ]),
      ].filter((chunk) => !others.includes(chunk));
      const files = { script: needed.map(({ file }) => file), css: [...new Set(needed.flatMap(({ css }) => css))] };
      const count = files.script.length + files.css.length;
      if (import.meta.main) console.log(`${name} ${locale} files: ${count} of ${limits.files}`);
      if (count > limits.files) lines.push(`${name} (${locale}): ${count} files, ${limits.files} are allowed`);
      for (const kind of ['script', 'css'] as const) {
        const weight = sum(files[kind]);
        if (import.meta.main) console.log(`${name} ${locale} ${kind}: ${weight.toFixed(1)} of ${limits[kind]} KB`);
        if (weight <= limits[kind]) continue;
        const biggest = files[kind].toSorted((a, b) => weightOf(b) - weightOf(a)).slice(0, 12);
        lines.push(
          `${name} (${locale}): ${weight.toFixed(1)} KB of ${kind}, ${limits[kind]} are allowed`,
          ...biggest.map((file) => `  ${(weightOf(file) / kilobyte).toFixed(1)} ${file}`),
        );
      }
    }
  }
  return lines.length ? lines.join('\n') : undefined;
}

if (import.meta.main) {
  const problem = await checkBudgets();
  if (problem) {
    console.error(problem);
    process.exitCode = 1;
  }
}
