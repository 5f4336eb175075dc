import { confirmMinutes } from '@keyward/contract/confirm-acts';
import type { EndpointSpec, Needs } from '@keyward/contract/endpoint';
import { errorReply } from '@keyward/contract/errors';
import { z } from 'zod';
import { isKeyed } from './repeats.ts';

type Schema = Record<string, unknown>;
const schemaOf = (schema: z.ZodType, io: 'input' | 'output'): Schema => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return rest;
};

function needsInWords(needs: Needs): string {
  if (needs === 'public') return 'Requires no session.';
  if (needs === 'session') return 'Requires a session.';
  if (needs === 'controller') return 'Requires a controller token.';
  const feature = needs.feature ? ` and the feature ${needs.feature}` : '';
  return `Requires \`can.${needs.name}\` (${[...new Set(needs.permissions)].join(', ')})${feature}.`;
}

const confirmationInWords = ({ confirm }: EndpointSpec) =>
  confirm
    ? ` Requires that the session confirmed the act \`${confirm}\` in the last ${confirmMinutes} minutes (\`/api/v1/confirm\`); 403 \`confirmAgain\` otherwise.`
    : '';

function parametersOf(spec: EndpointSpec): Schema[] {
  return (['params', 'query'] as const).flatMap((part) => {
    const schema = spec[part];
    if (!schema) return [];
    const { properties = {}, required = [] } = schemaOf(schema, 'input') as {
      properties?: Record<string, Schema>;
      required?: string[];
    };
    return Object.entries(properties).map(([name, property]) => ({
      name,
      in: part === 'params' ? 'path' : 'query',
      required: part === 'params' || required.includes(name),
      schema: property,
    }));
  });
}

const keySchema = { type: 'string', pattern: '^[A-Za-z0-9_-]{8,64}$' };
const keyInWords =
  'One per submission. A repeat within 24 hours has no second effect: its reply has the current data, or is 409 `alreadyDone` if the first reply contained a secret that is shown once. 422 `keyReused`: used with another request; 409 `stillRunning`: not finished yet.';

const matchInWords =
  'The `ETag` of the version that was read. 412 `conflict`: it was changed since; `params` name the author and the time, and nothing was stored. Without the header, the last write wins.';

const content = (schema: Schema) => ({ content: { 'application/json': { schema } } });

function security(needs: Needs): Schema[] {
  if (needs === 'public') return [];
  return needs === 'controller' ? [{ controllerToken: [] }] : [{ session: [] }];
}

function operation(name: string, spec: EndpointSpec): Schema {
  const status = String(spec.status ?? (spec.reply || spec.stream || spec.csv || spec.image ? 200 : 204));
  const csvFile = { content: { 'text/csv': { schema: { type: 'string' } } } };
  const images = { content: { 'image/png': {}, 'image/svg+xml': {} } };
  const streamed = { content: { 'text/event-stream': { schema: { type: 'string' } } } };
  return {
    operationId: name,
    tags: [name.split('.')[0]],
    summary: spec.summary,
    description: `${needsInWords(spec.needs)}${confirmationInWords(spec)}${spec.list ? ' Filters are further query parameters, one per column.' : ''}`,
    security: security(spec.needs),
    parameters: [
      ...parametersOf(spec),
      ...(isKeyed(spec) ? [{ name: 'Idempotency-Key', in: 'header', description: keyInWords, schema: keySchema }] : []),
      ...(spec.etag && spec.method !== 'GET'
        ? [{ name: 'If-Match', in: 'header', description: matchInWords, schema: { type: 'string' } }]
        : []),
    ],
    ...(spec.file ? { requestBody: { required: true, content: { [spec.file]: { schema: { type: 'string' } } } } } : {}),
    ...(spec.body ? { requestBody: { required: true, ...content(schemaOf(spec.body, 'input')) } } : {}),
    responses: {
      [status]: {
        description: 'Done.',
        ...(spec.reply
          ? content(schemaOf(spec.reply, 'output'))
          : spec.stream
            ? streamed
            : spec.csv
              ? csvFile
              : spec.image
                ? images
                : {}),
      },
      default: { description: 'Refused; `code` names the reason.', ...content({ $ref: '#/components/schemas/Error' }) },
    },
  };
}

/** The OpenAPI 3.1 description of the contract. */
export function openApi(endpoints: Record<string, EndpointSpec>, version: string): Schema {
  const paths: Record<string, Schema> = {};
  for (const [name, spec] of Object.entries(endpoints)) {
    const path = spec.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [spec.method.toLowerCase()]: operation(name, spec) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Keyward',
      version,
      description:
        'The API of the Keyward portal and of the gateway for controllers. The host selects the tenant. Scripts send `Origin` or `Sec-Fetch-Site` as a browser would. Writes take an `Idempotency-Key`, so that they can be repeated when a response is lost; changes take the `ETag` of the version that was read as `If-Match`, so that no concurrent change is lost. The `detail` of an error is a sentence in the profile’s Locale setting, else in the first supported language of `Accept-Language`, else in the tenant’s language; `code` and `params` do not depend on the language.',
    },
    paths,
    components: {
      schemas: { Error: schemaOf(errorReply, 'output') },
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: 'keyward', description: '`__Host-keyward` over HTTPS.' },
        controllerToken: { type: 'http', scheme: 'bearer' },
      },
    },
  };
}
