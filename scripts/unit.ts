import { program, run } from './steps.ts';

const { ok } = await run('unit', [program('vitest'), 'run', ...process.argv.slice(2)], { show: true });
process.exitCode = ok ? 0 : 1;
