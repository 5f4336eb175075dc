import { assertVisible } from '#core/auth/scope.ts';
import type { Vault } from '#core/auth/secrets.ts';
import type { Actor } from '#core/auth/session.ts';
import { existing } from '#core/entity.ts';
import { PortalError } from '#core/errors.ts';
import { record } from '#core/events/record.ts';
import { announce } from '#core/live/changes.ts';
import { locationIds } from '#core/locations/ids.ts';
import { isMailAddress, queueMail } from '#core/mail/mail.ts';
import { fillLine, timeWords } from '#core/mail/words.ts';
import type { Db } from '#db/tenant.ts';
import { mailTexts } from '#mail-texts/all.ts';
import { findHeld, keepReminder, lastSender } from './reminder-queries.ts';

/** A mail that cannot be sent within this time would come too late. */
const validMinutes = 12 * 60;

/**
 * Mails the holder of a key a reminder to return it, in their language and zone. `holderId` is the holder that the actor was
 * shown. Throws notFound, holderChanged (also for a holder who is not visible to the actor), holderWithoutEmail and
 * holderJustReminded.
 */
export async function remindHolder(
  db: Db,
  actor: Actor,
  vault: Vault,
  { id, holderId }: { id: string; holderId: string },
): Promise<void> {
  const key = existing(await findHeld(db, actor, id, actor.tenant.config.timeZone));
  assertVisible(actor, key.locationId);
  const { since, holderName, email, zone, locationName, due } = key;
  if (since === null || holderName === null || key.holderId !== holderId) throw new PortalError('holderChanged');
  if (email === null || !isMailAddress(email)) throw new PortalError('holderWithoutEmail');
  if (!(await keepReminder(db, { deviceId: id, profileId: holderId, since, by: actor.name })))
    throw new PortalError('holderJustReminded', { params: { by: await lastSender(db, id) } });
  await queueMail(db, vault, {
    kind: 'keyReminder',
    to: { id: holderId, email },
    params: (locale) => {
      const { reminder: texts } = mailTexts[locale];
      const lines = [
        fillLine(texts.key, { name: key.name }),
        ...(locationName === null ? [] : [fillLine(texts.location, { name: locationName })]),
        fillLine(texts.since, { time: timeWords(since, locale, zone) }),
        ...(due === null ? [] : [fillLine(texts.due, { time: timeWords(due, locale, zone) })]),
      ];
      return { by: actor.name, key: key.name, lines: lines.join('\n') };
    },
    validMinutes,
  });
  const locations = locationIds(key.locationId);
  announce(db, [{ resource: 'device', id, locations }]);
  await record(db, actor, {
    event: 'REMIND_KEY_HOLDER',
    result: 'success',
    entity: { domain: 'device', id, name: key.name },
    locations,
    changes: [{ attribute: 'holder', oldValue: null, newValue: holderName }],
  });
}
