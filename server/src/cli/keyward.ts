// The list of the operator's commands, and the function that runs one.
import { describeConfig } from '#core/config.ts';
import { version } from '#core/version.ts';
import { StartError } from '#db/start-error.ts';
import type { Command } from './command.ts';
import { migrate } from './migrate.ts';
import { secret } from './secret.ts';
import { seed } from './seed.ts';
import { demoIdp } from './demo-idp.ts';
import { gateway } from './gateway.ts';
import { simulate } from './simulate.ts';
import { tenant } from './tenant.ts';
import { user } from './user.ts';

const help: Command = {
  name: 'help',
  summary: 'this list, or the options of one command: help <command>',
  run: async ([topic]) => {
    const command = commands.find(({ name }) => name === topic);
    if (topic && !command) throw new StartError(`There is no command ${topic}.`);
    console.log(command ? describeCommand(command) : describeAll());
  },
};
const commands: readonly Command[] = [help, migrate, tenant, user, secret, seed, simulate, gateway, demoIdp];

function describeCommand({ name, summary, options = [] }: Command): string {
  return [`npm run keyward -- ${name}: ${summary}`, ...options.map((line) => `  ${line}`)].join('\n');
}

function describeAll(): string {
  const width = Math.max(...commands.map(({ name }) => name.length));
  const list = commands.map(({ name, summary }) => `  ${name.padEnd(width)}  ${summary}`);
  return [`Keyward ${version}`, '', 'npm run keyward -- <command>', ...list, '', 'Environment', describeConfig()].join(
    '\n',
  );
}

/** Runs a command as typed after `npm run keyward --`, with its output on the console. Returns the exit code. */
export async function keyward([name = 'help', ...args]: readonly string[]): Promise<0 | 1> {
  const command = ['--help', '-h'].includes(name) ? help : commands.find((one) => one.name === name);
  try {
    if (!command) throw new StartError(`There is no command ${name}. npm run keyward -- help lists them.`);
    await (args.includes('--help') ? help.run([command.name]) : command.run(args));
    return 0;
  } catch (error) {
    console.error(error instanceof StartError ? error.message : error);
    return 1;
  }
}
