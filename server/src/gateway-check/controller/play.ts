// One run of the played portal: its stage, the controller's keypad, and parts that several scenes need.
import { spawn } from 'node:child_process';
import { once as event } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { digestOf } from '#gateway-check/digest.ts';
import { Finding, given, must, once, Untried } from '#gateway-check/verdicts.ts';
import { openStage, type Position, type Recorded, type Rule } from './stage.ts';
import { type Contents, entriesOf, openWorld } from './world.ts';

export type Options = {
  /** 0: any free port. */
  port: number;
  /** Shell command that enters digits at the controller's keypad; its output says whether the lock is open. */
  keypad?: string | undefined;
  /** Shell command that restarts the controller. */
  restart?: string | undefined;
  /** Seconds to wait for the controller's first call, and for each later one. */
  startSeconds?: number;
  patience?: number;
  /** Called once, when the stage can be reached. */
  ready: (url: string) => void;
};

export const isFetch = ({ method, path }: Recorded) => method === 'GET' && path === 'access';
export const isPoll = ({ method, path }: Recorded) => method === 'GET' && path === 'changes';
export const isReports = ({ method, path }: Recorded) => method === 'POST' && path === 'reports';
export const isConfirm = ({ method, path }: Recorded) => method === 'POST' && path === 'access/confirm';
export const positionText = ({ epoch, version }: Position) => `${epoch}-${version}`;
/** The value of a field in a recorded body, by its path. */
export function field(value: unknown, ...names: readonly (string | number)[]): unknown {
  return names.reduce<unknown>(
    (of, name) =>
      typeof of === 'object' && of !== null ? Object.entries(of).find(([key]) => key === `${name}`)?.[1] : undefined,
    value,
  );
}
export const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** Answers the first `n` matching calls by the rule. */
export function firstOnly(n: number, matches: (call: Recorded) => boolean, rule: Rule): Rule {
  let seen = 0;
  return (call) => (matches(call) && ++seen <= n ? rule(call) : undefined);
}

async function shell(command: string): Promise<string> {
  const child = spawn('sh', ['-c', command], { stdio: ['ignore', 'pipe', 'inherit'], timeout: 20_000 });
  let out = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text));
  await event(child, 'close');
  return out;
}
/** Only text that the check itself enters is filled in, so no quoting is needed. */
const fill = (command: string, values: Record<string, string>) =>
  command.replaceAll(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);

export async function openPlay(options: Options) {
  const { startSeconds = 60, patience = 8 } = options;
  const world = openWorld();
  const stage = await openStage(world, options.port);
  stage.publish(world.contents);
  options.ready(stage.url);

  const mark = () => stage.calls.length;
  const isAt =
    (at: Position) =>
    ({ body }: Recorded) =>
      field(body, 'epoch') === at.epoch && field(body, 'version') === at.version;
  const confirms = (at: Position) => (call: Recorded) => isConfirm(call) && isAt(at)(call);
  /** The next matching call. @throws Finding without one. */
  async function expectCall(what: string, matches: (call: Recorded) => boolean, from: number, seconds = patience) {
    const call = await stage.next(matches, from, seconds);
    if (!call) throw new Finding(what, `no such call within ${seconds} s`);
    return call;
  }
  /** Publishes a state and waits for its confirmation. */
  async function take(contents: Contents, how: { forget?: boolean; nextEpoch?: boolean } = {}) {
    const from = mark();
    const at = stage.publish(contents, how);
    const confirm = await expectCall(`the confirmation of ${positionText(at)}`, confirms(at), from);
    return { from, at, confirm };
  }
  const digestIn = (confirm: Recorded) => field(confirm.body, 'digest');
  const mustHold = (confirm: Recorded, contents: Contents) => {
    const expected = digestOf(entriesOf(contents));
    must(digestIn(confirm) === expected, `the digest ${expected}`, digestIn(confirm));
  };
  const started = once(async () => {
    const first = await expectCall('a call', () => true, 0, startSeconds);
    const fetched = await expectCall('GET access', isFetch, 0);
    return { first, fetched };
  });
  /** Publishes the whole contents again, so that a scene begins with a known state of the controller. */
  async function fresh(contents = world.contents) {
    stage.answer();
    stage.setCommands([]);
    await given('the controller has not started', started());
    // a controller that lost its connection reconnects within 5 s
    return given('the controller takes no new state', take(contents, { forget: true }));
  }
  /** Whether the keypad opens the device. */
  async function enter(serial: string, entry: string, username = ''): Promise<boolean> {
    if (options.keypad === undefined) throw new Untried('it takes the controller’s keypad: --keypad <command>');
    const said = await shell(fill(options.keypad, { serial, entry, username }));
    return /\bopen(s|ed)?\b/i.test(said);
  }
  async function mustOpen(serial: string, entry: string): Promise<void> {
    must(await enter(serial, entry), 'open', 'closed');
  }
  async function mustStayClosed(serial: string, entry: string, what: string): Promise<void> {
    must(!(await enter(serial, entry)), `closed for ${what}`, 'open');
  }
  const base = {
    options,
    stage,
    world,
    patience,
    mark,
    confirms,
    expectCall,
    take,
    mustHold,
    digestIn,
    started,
    fresh,
  };
  return { ...base, enter, mustOpen, mustStayClosed, shell, sleep: (seconds: number) => sleep(seconds * 1000) };
}
export type Play = Awaited<ReturnType<typeof openPlay>>;
