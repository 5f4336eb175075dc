import helmet from '@fastify/helmet';
import Fastify from 'fastify';

/** Only the page of devices, which scans serial numbers, may use the camera (docs/decisions/0111). */
export const permissionsPolicy = (camera: '()' | '(self)'): string =>
  `camera=${camera}, geolocation=(), microphone=(), payment=(), usb=()`;

/**
 * The headers of answers to calls, which no browser shows as a page. What they leave out of a page's headers concerns scripts,
 * windows and downloads of a page; half as many take a fiftieth less time for a list (docs/decisions/0202).
 */
export const callHeaders = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'cache-control': 'no-store',
} as const;

/** Whether a path, as registered or as sent, is one of calls; their description is a page. */
export const isCall = (path: string): boolean => /^\/(gateway|api(?!\/docs(\/|$)))\//.test(path);

/**
 * The headers of the portal's pages and files, as Helmet writes them. They are constant and computed once: computing them per
 * response took a twelfth of the cost of a list page. @param scripts sources that `script-src` allows besides the
 * portal's own files.
 */
export async function pageHeaders(scripts: readonly string[]): Promise<Record<string, string>> {
  const app = Fastify();
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'", ...scripts],
        // the component library sets style attributes
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:'],
        fontSrc: ["'self'"],
        connectSrc: ["'self'"],
        manifestSrc: ["'self'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    referrerPolicy: { policy: 'no-referrer' },
    xFrameOptions: { action: 'deny' },
  });
  let headers: [string, unknown][] = [];
  app.get('/', async (_request, reply) => {
    headers = Object.entries(reply.raw.getHeaders());
    return '';
  });
  await app.inject('/');
  await app.close();
  return {
    ...Object.fromEntries(headers.map(([name, value]) => [name, String(value)])),
    'permissions-policy': permissionsPolicy('()'),
  };
}
