import { lintChecks } from './checks.ts';
import { runAll } from './steps.ts';

await runAll(lintChecks().map((check) => check()));
