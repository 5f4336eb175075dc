// `npm run keyward -- <command>`
import { keyward } from './keyward.ts';

process.exitCode = await keyward(process.argv.slice(2));
