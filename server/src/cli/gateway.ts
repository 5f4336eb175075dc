import { checkController } from '#gateway-check/controller/check.ts';
import { StartError } from '#db/start-error.ts';
import { checkPortal } from '#gateway-check/portal/check.ts';
import { sender } from '#gateway-check/portal/client.ts';
import { countOf, describeVerdicts, type Verdict } from '#gateway-check/verdicts.ts';
import { type Command, readOptions, requireOption, runAction } from './command.ts';

/** Prints the verdicts. @throws StartError when a clause does not hold, for the exit code. */
function report(verdicts: readonly Verdict[], json: boolean): void {
  console.log(json ? JSON.stringify(verdicts, null, 2) : describeVerdicts(verdicts));
  const failed = countOf(verdicts, 'fails');
  if (failed > 0) throw new StartError(`Clauses of docs/gateway.md that do not hold: ${failed}.`);
  if (countOf(verdicts, 'holds') === 0) throw new StartError('No clause was tried.');
}

function wholeNumber(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^\d{1,5}$/.test(text)) throw new StartError(`--${name} takes a whole number, not "${text}".`);
  return Number(text);
}

const wanted = {
  change: 'Now change something at the portal that this controller holds: a group of one of its devices, a PIN, a key.',
  unlock: 'Now unlock one of its devices from its drawer at the portal.',
} as const;

type Listening = { port: string; keypad?: string; restart?: string; only?: string[]; json: boolean };

/** Plays a portal until the controller that was started with its address has been judged. */
async function checkListening({ port, keypad, restart, only, json }: Listening): Promise<void> {
  const ready = (url: string) =>
    console.error(`Start the controller with ${url} and any token, holding nothing. Waiting for a minute …`);
  report(await checkController({ port: wholeNumber('port', port) ?? 0, keypad, restart, ready }, only), json);
}

async function check(args: string[]): Promise<void> {
  const given = readOptions('gateway', args, {
    url: { type: 'string' },
    token: { type: 'string' },
    serial: { type: 'string' },
    key: { type: 'string' },
    wait: { type: 'string' },
    block: { type: 'boolean' },
    only: { type: 'string', multiple: true },
    json: { type: 'boolean', default: false },
    listen: { type: 'boolean', default: false },
    port: { type: 'string', default: '0' },
    keypad: { type: 'string' },
    restart: { type: 'string' },
  });
  if (given.listen) {
    await checkListening(given);
    return;
  }
  const url = requireOption('url', given.url);
  if (!/^https?:\/\//.test(url) || !URL.canParse(url))
    throw new StartError('--url takes the address of a portal, such as https://portal.example.');
  const { serial, key, block, only } = given;
  const wait = wholeNumber('wait', given.wait);
  const prompt = (act: 'change' | 'unlock') => console.error(`${wanted[act]} Waiting for ${wait} s …`);
  const send = sender(url, requireOption('token', given.token));
  report(await checkPortal(send, { serial, key, wait, block, prompt }, only), given.json);
}

export const gateway: Command = {
  name: 'gateway',
  summary: 'gateway check: judge an implementation of the gateway protocol, clause by clause of docs/gateway.md',
  options: [
    'check --url <portal> --token <token>  plays a controller against a portal',
    '      [--serial <serial>]  a device of the controller: three events are stored for it, and two wrong entries counted',
    '      [--key <id>]         a OnePASS key of its devices with 3 uses left or more: they are spent',
    '      [--wait <seconds>]   asks you to change something and to unlock a device, and waits for each',
    '      [--block]            makes the wrong entries that block the device of --serial for a while',
    'check --listen  plays a portal against a controller, on the loopback interface',
    '      [--port <port>]       default: a free one',
    '      [--keypad <command>]  enters something at its keypad and prints open or closed; {serial}, {entry} and {username} are filled in',
    '      [--restart <command>] restarts it',
    'both  [--only <section or clause>]  such as 3 or P3.2; repeatable',
    '      [--json]             the verdicts as JSON',
  ],
  run: (args) => runAction('gateway', { check }, args),
};
