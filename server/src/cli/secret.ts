import { countQueued, rotateSealed } from '#core/auth/rotate.ts';
import { StartError } from '#db/start-error.ts';
import { sealedColumns } from '#modules.ts';
import { asOperator, type Command, readOptions, runAction } from './command.ts';

/** Seals every value again while the servers run. May be stopped at any time, and run again. */
async function rotate(args: string[]): Promise<void> {
  readOptions('secret', args, {});
  await asOperator(async ({ database, vault }) => {
    const rotated = await rotateSealed(database.system, vault, sealedColumns);
    for (const { column, sealed } of rotated) console.log(`${column}: ${sealed} encrypted again.`);
    const lost = rotated.filter(({ unreadable }) => unreadable > 0);
    if (lost.length > 0)
      throw new StartError(
        `Neither key decrypts ${lost.map(({ column, unreadable }) => `${unreadable} of ${column}`).join(', ')}. ` +
          'Nothing of these was changed. If another key encrypted them, keep it, and set it as KEYWARD_SECRET_OLD.',
      );
    const locked = rotated.filter((one) => one.locked > 0);
    if (locked.length > 0)
      throw new StartError(
        `Other work holds rows of ${locked.map(({ column }) => column).join(', ')}. Run this again.`,
      );
    const queued = await countQueued(database.system, vault);
    if (queued > 0)
      throw new StartError(
        `${queued} requests to reset a password still wait under the other key. Run this again in a minute.`,
      );
    console.log(
      vault.marks.old
        ? 'Everything is encrypted with the current key. Restart each process without KEYWARD_SECRET_OLD, then run this once more without it.'
        : 'Everything is encrypted with the current key, and nothing of former keys is left.',
    );
  });
}

export const secret: Command = {
  name: 'secret',
  summary: 'secret rotate: encrypt with the current key what KEYWARD_SECRET_OLD encrypted, while the servers run',
  options: ['rotate  the order of all steps is in docs/operator.md, The key'],
  run: (args) => runAction('secret', { rotate }, args),
};
