import helmet from '@fastify/helmet';
import Fastify from 'fastify';

/**
 * The headers that every answer has, as Helmet writes them. They are the same each time, so they are made once: for
 * each answer anew they took a twelfth of what a page of a list costs.
 * @param scripts what `script-src` allows besides the portal's own files.
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
  let made: [string, unknown][] = [];
  app.get('/', async (_request, reply) => {
    made = Object.entries(reply.raw.getHeaders());
    return '';
  });
  await app.inject('/');
  await app.close();
  return {
    ...Object.fromEntries(made.map(([name, value]) => [name, String(value)])),
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  };
}
