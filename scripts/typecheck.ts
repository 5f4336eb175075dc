import { typeChecks } from './checks.ts';
import { runAll } from './steps.ts';

await runAll(typeChecks().map((check) => check()));
