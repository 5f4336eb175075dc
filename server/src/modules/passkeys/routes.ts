import { confirm } from '@keyward/contract/confirm';
import { passkeySignIn } from '@keyward/contract/passkey-sign-in';
import { passkeys } from '@keyward/contract/passkeys';
import { secondFactor } from '@keyward/contract/second-factor';
import type { FastifyInstance } from 'fastify';
import type { Vault } from '#core/auth/secrets.ts';
import { route, routeInSteps } from '#core/http/route.ts';
import { signInAlone, startSignInAlone } from './alone.ts';
import { beginConfirmation, confirmByPasskey } from './confirm.ts';
import { startPasskeySignIn, signInByPasskey, signInByRecoveryCode } from './second-factor.ts';
import { addPasskey, beginPasskey, ownPasskeys, removePasskey, renamePasskey, renewRecoveryCodes } from './service.ts';

type Options = {
  vault: Vault;
  /** PUBLIC_URL, or the address the server listens on. */
  portalBase: () => string;
};

export function passkeyRoutes(app: FastifyInstance, { vault, portalBase }: Options) {
  route(app, passkeys.list, ({ db, actor }) => ownPasskeys(db, actor));
  routeInSteps(app, passkeys.options, ({ step, http, body }) => beginPasskey(step, http, portalBase(), body));
  route(app, passkeys.add, ({ db, actor, body }) => addPasskey(db, actor, { base: portalBase(), vault }, body));
  route(app, passkeys.rename, ({ db, actor, params, body }) => renamePasskey(db, actor, params.id, body.name));
  routeInSteps(app, passkeys.remove, ({ step, http, params, body }) =>
    removePasskey(step, http, vault, { ...params, ...body }),
  );
  routeInSteps(app, passkeys.newRecoveryCodes, ({ step, http, body }) => renewRecoveryCodes(step, http, body.password));
  route(app, confirm.passkeyOptions, ({ db, actor, body }) => beginConfirmation(db, actor, portalBase(), body.act));
  route(app, confirm.passkey, ({ db, actor, body }) => confirmByPasskey(db, actor, portalBase(), body));
  route(app, secondFactor.options, ({ db, body }) => startPasskeySignIn(db, portalBase(), body.token));
  route(app, secondFactor.passkey, ({ db, http, body }) => signInByPasskey(db, http, portalBase(), body));
  route(app, passkeySignIn.options, ({ db, http }) => startSignInAlone(db, http, { base: portalBase(), vault }));
  route(app, passkeySignIn.signIn, ({ db, http, body }) =>
    signInAlone(db, http, { base: portalBase(), vault }, body.response),
  );
  route(app, secondFactor.recoveryCode, ({ db, http, body }) => signInByRecoveryCode(db, http, body));
}
