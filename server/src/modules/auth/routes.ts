import { apps, type StoreLinks } from '@keyward/contract/apps';
import { auth, signIn as signInBy } from '@keyward/contract/auth';
import { passkeys } from '@keyward/contract/passkeys';
import { passwords } from '@keyward/contract/password';
import { secondFactor } from '@keyward/contract/secondFactor';
import type { FastifyInstance } from 'fastify';
import { route, routeInSteps } from '#core/http/route.ts';
import { demoAccounts } from '#core/auth/demo.ts';
import type { Vault } from '#core/auth/secrets.ts';
import { signInByLink } from './link.ts';
import { addPasskey, beginPasskey, ownPasskeys, removePasskey, renamePasskey, renewRecoveryCodes } from './passkeys.ts';
import { changeOwnPassword } from './own-password.ts';
import { requestReset } from './reset.ts';
import { askPasskey, signInByPasskey, signInByRecoveryCode } from './second-factor.ts';
import { describeMe, signIn, signOut } from './service.ts';
import { finishSso, startSso } from './sso.ts';
import { describeToken, setPassword } from './set-password.ts';
import { finishSupport, startSupport, type SupportProvider } from './support.ts';

export type AuthOptions = {
  demo: boolean;
  vault: Vault;
  /** PUBLIC_URL, or where the server listens. */
  portalBase: () => string;
  /** Of the vendor's own staff; absent: there are no support sessions. */
  supportProvider?: SupportProvider | undefined;
  /** Where the mobile apps are found. */
  storeLinks: StoreLinks;
};

export function authRoutes(
  app: FastifyInstance,
  { demo, vault, portalBase, supportProvider, storeLinks: links }: AuthOptions,
) {
  const sso = { vault, portalBase, warn: (cause: unknown, text: string) => app.log.warn({ err: cause }, text) };
  const support = { ...sso, supportProvider };
  route(app, auth.sessionCheck, async ({ actor }) => ({ isAuthenticated: actor !== null }));
  routeInSteps(app, auth.login, ({ step, http, body }) => signIn(step, http, body));
  route(app, auth.logout, async ({ db, actor, http }) => {
    await signOut(db, actor);
    http.clearSession();
  });
  route(app, auth.me, async ({ db, actor }) => ({ data: await describeMe(db, actor) }));
  route(app, apps.links, async () => ({ data: links }));
  route(app, auth.demoAccounts, async () => ({ data: demo ? demoAccounts : [] }));

  route(app, passwords.sendReset, ({ db, http, body }) => requestReset(db, vault, http, body.username));
  route(app, passwords.verifyToken, async ({ db, body }) => ({ data: await describeToken(db, body.token) }));
  routeInSteps(app, passwords.set, ({ step, body }) => setPassword(step, { vault, links }, body));

  routeInSteps(app, passwords.changeOwn, ({ step, http, body }) => changeOwnPassword(step, http, vault, body));

  route(app, signInBy.token, ({ db, http, body }) => signInByLink(db, http, body.token));
  routeInSteps(app, auth.loginSso, ({ step, http, query }) => startSso(step, http, sso, query.username));
  routeInSteps(app, signInBy.sso, ({ step, http, body }) => finishSso(step, http, sso, body));
  routeInSteps(app, signInBy.startSsoInternal, ({ step, http, params }) =>
    startSupport(step, http, support, params.provider),
  );
  routeInSteps(app, signInBy.ssoInternal, ({ step, http, params, body }) =>
    finishSupport(step, http, support, { name: params.provider, answer: body }),
  );

  route(app, passkeys.list, ({ db, actor }) => ownPasskeys(db, actor));
  routeInSteps(app, passkeys.options, ({ step, http, body }) => beginPasskey(step, http, portalBase(), body.password));
  route(app, passkeys.add, ({ db, actor, body }) => addPasskey(db, actor, { base: portalBase(), vault }, body));
  route(app, passkeys.rename, ({ db, actor, params, body }) => renamePasskey(db, actor, params.id, body.name));
  routeInSteps(app, passkeys.remove, ({ step, http, params, body }) =>
    removePasskey(step, http, vault, { ...params, ...body }),
  );
  routeInSteps(app, passkeys.newRecoveryCodes, ({ step, http, body }) => renewRecoveryCodes(step, http, body.password));
  route(app, secondFactor.options, ({ db, body }) => askPasskey(db, portalBase(), body.token));
  route(app, secondFactor.passkey, ({ db, http, body }) => signInByPasskey(db, http, portalBase(), body));
  route(app, secondFactor.recoveryCode, ({ db, http, body }) => signInByRecoveryCode(db, http, body));
}
