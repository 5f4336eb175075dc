import helmet from '@fastify/helmet';
import Fastify from 'fastify';

/** Only the page of devices, which scans serial numbers, may use the camera (docs/decisions/0111). */
export const permissionsPolicy = (camera: '()' | '(self)'): string =>
  `camera=${camera}, geolocation=(), microphone=(), payment=(), usb=()`;

/**
 * The headers of every response, as Helmet writes them. They are constant and computed once: computing them per
 * response took a twelfth of the cost of a list page. @param scripts sources that `script-src` allows besides the
 * portal's own files.
 */
export async function securityHeaders(scripts: readonly string[]): Promise<Record<string, string>> {
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
