import { type Organization, organizations } from '@keyward/contract/organization';
import { ownSettingsOf } from '@keyward/contract/organization-settings';
import type { FastifyInstance } from 'fastify';
import { type Exchange, versioned } from '#core/http/exchange.ts';
import { existing } from '#core/entity.ts';
import { routeImage } from '#core/http/route-image.ts';
import { route } from '#core/http/route.ts';
import type { Services } from '#core/module.ts';
import { findLogo, logoAddress } from '#core/organization/logo.ts';
import { findOrganization } from '#core/organization/organization.ts';
import { findUnknownProfiles } from '#core/organization/people.ts';
import type { Db } from '#db/tenant.ts';
import { changeLogo, updateOrganization } from './service.ts';

/** The organization without the operator's settings and the author of the last change, who appears only in conflict errors. */
async function shown(db: Db, http: Exchange): Promise<{ data: Organization }> {
  const { id, name, settings, version } = await findOrganization(db);
  const logo = await logoAddress(db);
  const unknown = await findUnknownProfiles(db, settings);
  const people = unknown.length === 0 ? {} : { unknown_profiles: unknown };
  return { data: versioned(http, { id, name, logo, settings: ownSettingsOf(settings), ...people, version }) };
}

export function organizationRoutes(app: FastifyInstance, { vault }: Services) {
  route(app, organizations.get, ({ db, http }) => shown(db, http));
  route(
    app,
    organizations.update,
    async ({ db, actor, body, http }) => {
      await updateOrganization(db, actor, vault, { input: body, ifMatch: http.ifMatch });
      return shown(db, http);
    },
    ({ db, http }) => shown(db, http),
  );
  route(
    app,
    organizations.setLogo,
    async ({ db, actor, body, http }) => {
      await changeLogo(db, actor, body.logo, http.ifMatch);
      return shown(db, http);
    },
    ({ db, http }) => shown(db, http),
  );
  routeImage(app, organizations.logo, async ({ db }) => existing(await findLogo(db)));
}
