// `npm start`: the portal is built when its sources are newer, then the server takes over this process.
import { enableCompileCache, flushCompileCache } from 'node:module';
import path from 'node:path';
import { build } from './build.ts';
import { root } from './steps.ts';

// what is read from now on is kept without its types, so that the next start is seconds shorter
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
