// Plays a portal to a controller and judges the controller's behaviour, clause by clause.
import { type Check, inOrder, tryAll, type Verdict } from '#gateway-check/verdicts.ts';
import { offLine, onLine } from './codes.ts';
import { commands } from './commands.ts';
import { holding } from './holding.ts';
import { keypad } from './keypad.ts';
import { ends, throughout } from './lasting.ts';
import { openPlay, type Options, type Play } from './play.ts';
import { waiting } from './waiting.ts';

/** The checks in the order of the play. */
const checksOf = (play: Play): Check[] =>
  [holding, waiting, keypad, onLine, offLine, commands, ends, throughout].flatMap((scenes) => scenes(play));

/** Judges a controller that is started with the address given to `ready`. `only`: sections or clauses; default all. */
export async function checkController(options: Options, only?: readonly string[]): Promise<Verdict[]> {
  const play = await openPlay(options);
  try {
    return await tryAll(checksOf(play), only);
  } finally {
    await play.stage.close();
  }
}

/** The clauses, for the document. */
export async function controllerClauses() {
  const play = await openPlay({ port: 0, ready: () => {} });
  await play.stage.close();
  return inOrder(checksOf(play)).map(({ id, title }) => ({ id, title }));
}
