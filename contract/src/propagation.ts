import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { can } from './permissions.ts';
import { id, idParams, instant } from './text.ts';

/**
 * The state of an OKM: it applies the latest version; it is behind; it refused a version; its content differs from the one
 * sent; it has made no call for longer than the organization allows; it has never fetched its access, as after its replacement.
 */
const okmConditions = ['inSync', 'behind', 'refused', 'drift', 'unheard', 'never'] as const;
export type OkmCondition = (typeof okmConditions)[number];

/** Progress of a change at an OKM: stored on the server, fetched by the OKM, or confirmed as working. */
const stages = ['saved', 'delivered', 'works'] as const;
export type Stage = (typeof stages)[number];

const okm = z.object({
  id,
  name: z.string(),
  /** The name of its location; null: unassigned. */
  location: z.string().nullable(),
  condition: z.enum(okmConditions),
  /** Versions that it has not confirmed. */
  behind: z.int(),
  /** When the first of them was made or lost its confirmation, or when the OKM last called; null: neither applies. */
  since: instant.nullable(),
  /** Why it refused a version, in its words. */
  reason: z.string().nullable(),
  /** It has been behind or silent for longer than the organization allows. */
  late: z.boolean(),
});
export type OkmPropagation = z.infer<typeof okm>;

const held = z.object({
  okm,
  stage: z.enum(stages),
  /** Taken away: the OKM should hold it no longer. */
  removed: z.boolean(),
  /** When the change was saved. */
  changedAt: instant,
  /** End of the time in which the OKM may still apply its previous access; null: it no longer can, or never did. */
  stillOpensUntil: instant.nullable(),
});
export type Held = z.infer<typeof held>;

const propagation = z.object({
  /** A change was saved a moment ago, and it is not known yet which OKMs it concerns. */
  pending: z.boolean(),
  /** The OKMs within the caller's locations, by name. */
  at: z.array(held),
});
export type Propagation = z.infer<typeof propagation>;

export const propagations = {
  user: endpoint({
    method: 'GET',
    path: '/api/v1/users/:id/propagation',
    summary: 'At which OKMs the last change of this person works, and where it still waits.',
    needs: can.explainAccess,
    params: idParams,
    // read again while it is on screen
    background: true,
    reply: z.object({ data: propagation }),
  }),
  device: endpoint({
    method: 'GET',
    path: '/api/v1/devices/:id/propagation',
    summary:
      'At which OKM the last change of this device works, and how that OKM is; for an OKM, how it is itself. Null: it reports through none.',
    needs: can.readDevices,
    params: idParams,
    // read again while it is on screen
    background: true,
    reply: z.object({ data: propagation.extend({ okm: okm.nullable() }) }),
  }),
  secureKey: endpoint({
    method: 'GET',
    path: '/api/v1/secure-keys/:id/propagation',
    summary: 'Whether this OnePASS key works at the OKM of its device.',
    needs: can.readSecureKeys,
    params: idParams,
    // read again while it is on screen
    background: true,
    reply: z.object({ data: propagation }),
  }),
};
