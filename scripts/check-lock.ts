// A lock file written while a platform package was missing from the registry makes `npm ci` fail everywhere, and a
// registry's address in it binds every clone to that registry: both are refused.
import fs from 'node:fs';
import path from 'node:path';

type Entry = { optionalDependencies?: Record<string, string>; resolved?: string };
const text = fs.readFileSync(path.join(import.meta.dirname, '../package-lock.json'), 'utf8');
const { packages } = JSON.parse(text) as { packages: Record<string, Entry> };
const names = new Set(Object.keys(packages).map((key) => key.replace(/^.*node_modules\//, '')));
const problems = Object.entries(packages).flatMap(([key, { optionalDependencies = {}, resolved }]) => [
  ...Object.keys(optionalDependencies)
    .filter((name) => !names.has(name))
    .map((name) => `${key || 'the root'} needs ${name}, which has no entry`),
  ...(resolved && URL.canParse(resolved) ? [`${key} has the address ${resolved}`] : []),
]);
for (const problem of problems) console.error(`package-lock.json: ${problem}`);
if (problems.length > 0) process.exitCode = 1;
