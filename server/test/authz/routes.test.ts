import { endpoints } from '@keyward/contract/endpoints';
import { expect, test } from 'vitest';
import { isKeyed } from '#core/http/repeats.ts';
import { openPortal } from '#testing/portal.ts';

const portal = await openPortal();
const { app } = portal;

/** Tenant-independent addresses without data. */
const beside = ['/healthz', '/readyz', '/metrics', '/api/docs', '/api/docs/start.js', '/api/docs/openapi.json'];

/** `printRoutes` prints a tree: each line extends the path of its parent. */
function printed(): Set<string> {
  const found = new Set<string>();
  const stem: string[] = [];
  for (const line of app.printRoutes({ commonPrefix: false }).split('\n')) {
    const drawn = /^([│├└─\s]*)(\S+)(?: \(([A-Z, ]+)\))?/.exec(line);
    if (!drawn) continue;
    const depth = Math.floor((drawn[1] ?? '').length / 4);
    stem.length = depth - 1;
    stem.push(drawn[2] ?? '');
    for (const method of drawn[3]?.split(', ') ?? []) found.add(`${method} ${stem.join('')}`);
  }
  return found;
}

test('the registered routes are exactly the contract’s, each once, without HEAD', () => {
  const wanted = Object.values(endpoints).map((e) => `${e.method} ${e.path}`);
  expect(new Set(wanted).size).toBe(wanted.length);
  const registered = app.endpoints.map((e) => `${e.method} ${e.path}`);
  expect(registered).toHaveLength(wanted.length);
  expect(new Set(registered)).toEqual(new Set(wanted));

  const routes = printed();
  expect(routes.size, app.printRoutes({ commonPrefix: false })).toBeGreaterThan(wanted.length);
  const others = [...routes].filter((route) => !wanted.includes(route));
  expect(wanted.filter((route) => !routes.has(route))).toEqual([]);
  const allowed = new Set(
    [...beside, '/api/docs/swagger-ui.css', '/api/docs/swagger-ui-bundle.js'].map((u) => `GET ${u}`),
  );
  // files of the built portal, if present
  const files = (route: string) => /^(GET|HEAD) \/(?!api|gateway|healthz|readyz|metrics)/.test(route);
  expect(others.filter((route) => !allowed.has(route) && !files(route))).toEqual([]);
});

test('every endpoint declares `needs`, and only these are public', () => {
  const open = Object.entries(endpoints).flatMap(([name, spec]) => (spec.needs === 'public' ? [name] : []));
  expect(new Set(open)).toEqual(
    new Set([
      'apps.links',
      'auth.page',
      'auth.demoAccounts',
      'auth.login',
      'auth.loginSso',
      'auth.sessionCheck',
      'invitationPage.open',
      'invitationPage.logo',
      'invitationPage.accept',
      'invitationPage.code',
      'invitationPage.askForCode',
      'invitationPage.moveHere',
      'keypad.locks',
      'keypad.enter',
      'organizations.logo',
      'passwords.sendReset',
      'passwords.verifyToken',
      'passwords.set',
      'signIn.token',
      'signIn.sso',
      'signIn.startSsoInternal',
      'signIn.ssoInternal',
      'secondFactor.options',
      'secondFactor.passkey',
      'secondFactor.recoveryCode',
      'passkeySignIn.options',
      'passkeySignIn.signIn',
    ]),
  );
  const signedIn = Object.entries(endpoints).flatMap(([name, spec]) => (spec.needs === 'session' ? [name] : []));
  expect(new Set(signedIn)).toEqual(
    new Set([
      'auth.logout',
      'live.stream',
      'auth.me',
      'passwords.changeOwn',
      'passkeys.list',
      'passkeys.options',
      'passkeys.add',
      'passkeys.rename',
      'passkeys.remove',
      'passkeys.newRecoveryCodes',
      'confirm.ways',
      'confirm.password',
      'confirm.passkeyOptions',
      'confirm.passkey',
      'confirm.startProvider',
      'confirm.provider',
      'inbox.list',
      'inbox.unread',
      'inbox.mark',
      'inbox.markAll',
      'watches.list',
      'watches.create',
      'watches.update',
      'watches.follow',
      'watches.remove',
      'watches.preview',
      'settings.defaults',
      'settings.mine',
      'settings.tenantConfig',
      'views.list',
      'views.counts',
      'views.create',
      'views.filterOptions',
      'views.update',
      'views.remove',
      'views.restore',
      // a report needs the rights to the data that it shows
      'reports.list',
      'reports.create',
      'reports.update',
      'reports.remove',
      'reports.restore',
      'settings.create',
      'settings.update',
      'settings.sessions',
      'settings.endSession',
    ]),
  );
});

test('the API refuses HEAD and other methods without effect', async () => {
  for (const { path } of Object.values(endpoints)) {
    const url = path.replace(/:(\w+)/g, '00000000-0000-7000-8000-000000000000');
    // '/devices/:id' answers '/devices/delete' as well
    const fits = (other: string) => new RegExp(`^${other.replace(/:\w+/g, '[^/]+')}$`).test(path);
    const methods = new Set(Object.values(endpoints).flatMap((e) => (fits(e.path) ? [e.method as string] : [])));
    for (const method of ['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE'].filter((m) => !methods.has(m))) {
      const answer = await portal.as.admin.raw(method, url);
      expect(answer.status, `${method} ${url}`).toBe(404);
      expect(answer.headers.allow).toBeUndefined();
    }
  }
});

test('/api/docs describes exactly the contract', async () => {
  const { body } = await portal.as.anonymous.raw('GET', '/api/docs/openapi.json');
  const { paths } = body as { paths: Record<string, Record<string, { operationId: string }>> };
  const described = Object.values(paths).flatMap((methods) => Object.values(methods).map((o) => o.operationId));
  expect(described).toHaveLength(Object.keys(endpoints).length);
  expect(new Set(described)).toEqual(new Set(Object.keys(endpoints)));
});

test('/api/docs shows for each call whether it takes a key and a version', async () => {
  const { body } = await portal.as.anonymous.raw('GET', '/api/docs/openapi.json');
  const { paths } = body as { paths: Record<string, Record<string, Operation>> };
  type Operation = { operationId: string; parameters: { name: string; in: string; description?: string }[] };
  const headersOf = new Map(
    Object.values(paths)
      .flatMap((methods) => Object.values(methods))
      .map(({ operationId, parameters }) => [operationId, parameters.filter((p) => p.in === 'header')]),
  );
  for (const [name, spec] of Object.entries(endpoints)) {
    const headers = headersOf.get(name) ?? [];
    const versioned = spec.etag === true && spec.method !== 'GET';
    expect([name, ...headers.map((h) => h.name)]).toEqual([
      name,
      ...(isKeyed(spec) ? ['Idempotency-Key'] : []),
      ...(versioned ? ['If-Match'] : []),
    ]);
    expect(headers.every((h) => (h.description ?? '').length > 50)).toBe(true);
  }
  // an empty walk would pass
  expect([...headersOf.values()].filter((headers) => headers.length === 2).length).toBeGreaterThan(3);
});
