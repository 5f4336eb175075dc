// `npm start`: the portal is built when its sources are newer, then the server takes over this process.
import { build } from './build.ts';

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
