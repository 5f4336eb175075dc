// `npm start`: builds the portal when its sources are newer, then runs the server in this process.
import { enableCompileCache, flushCompileCache } from 'node:module';
import path from 'node:path';
import { build } from './build.ts';
import { root } from './steps.ts';

// caches the modules imported from here on, without their types: the next start is seconds faster
enableCompileCache(path.join(root, '.cache/node'));

if (!process.argv.includes('--help')) {
  const slow = setTimeout(() => console.log('Building the portal …'), 300);
  const problem = await build();
  clearTimeout(slow);
  if (problem) {
    console.error(`The portal could not be built:\n${problem}`);
    process.exit(1);
  }
}
await import('@keyward/server/main.ts');
flushCompileCache();
