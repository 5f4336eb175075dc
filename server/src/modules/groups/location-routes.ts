import { type Location, locations } from '@keyward/contract/locations';
import type { FastifyInstance } from 'fastify';
import { clock } from '#core/clock.ts';
import { existing } from '#core/entity.ts';
import { type Exchange, versioned } from '#core/http/exchange.ts';
import { route } from '#core/http/route.ts';
import { dayOf, nightAt } from '#core/locations/day.ts';
import { organizationSettingsOf } from '#core/organization/organization.ts';
import type { Db } from '#db/tenant.ts';
import { findLocation } from './location-queries.ts';
import { changeLocation } from './locations.ts';

/**
 * The location with the zone that applies and the coming night. The author of the last change appears only in conflict errors.
 */
async function shown(db: Db, http: Exchange, id: string): Promise<{ data: Location }> {
  const { name, time_zone, week, exceptions, curfew, version } = existing(await findLocation(db, id));
  const settings = await organizationSettingsOf(db);
  const { timeZone, opensAt: opens, closesAt: closes } = settings;
  const day = dayOf({ time_zone, week, exceptions }, settings);
  const night = nightAt(day, clock.now());
  return {
    data: versioned(http, {
      id,
      name,
      curfew,
      time_zone,
      week,
      exceptions,
      zone: day.zone,
      organization: { time_zone: timeZone, opens, closes },
      night: night && { from: night.from?.toISOString() ?? null, until: night.until?.toISOString() ?? null },
      version,
    }),
  };
}

export function locationRoutes(app: FastifyInstance) {
  route(app, locations.get, ({ db, params, http }) => shown(db, http, params.id));
  route(
    app,
    locations.update,
    async ({ db, actor, params, body, http }) => {
      await changeLocation(db, actor, params.id, body, http.ifMatch);
      return shown(db, http, params.id);
    },
    ({ db, http }, id) => shown(db, http, id),
  );
}
