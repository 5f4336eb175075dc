import { z } from 'zod';
import { accessRules } from './access.ts';
import { endpoint } from './endpoint.ts';
import { limits } from './limits.ts';
import { can, isPermissionId, levels, permissionIds, toggles } from './permissions.ts';
import { roleLabel } from './roles.ts';
import { id, idParams, text } from './text.ts';

const value = z.enum([...levels, ...toggles]);
const permission = text(40).refine(isPermissionId, { error: 'unknownPermission' });

/** The permission that resolves a failed rule, and some visible profiles that can do so. */
const fixers = z.object({
  /** Null: the in-product admin, or the holder of the key. */
  permission: z.enum(permissionIds).nullable(),
  people: z.array(z.string()),
});

const accessAnswer = z.object({
  allowed: z.boolean(),
  /** Every rule in evaluation order. */
  checks: z.array(
    z.object({
      rule: z.enum(accessRules),
      passed: z.boolean(),
      /** For `groups`: the label of the tag. */
      tag: z.string().optional(),
      /** For `key`: the holder. */
      heldBy: z.string().optional(),
    }),
  ),
  /** The first failed rule. */
  failed: z.enum(accessRules).nullable(),
  fixers: fixers.nullable(),
});
export type AccessAnswer = z.infer<typeof accessAnswer>;

const permissionAnswer = z.object({
  allowed: z.boolean(),
  /** The highest level of all roles. */
  value,
  /** The level in each role. */
  roles: z.array(roleLabel.extend({ value })),
  failed: z.enum(['active', 'beginning', 'end', 'feature', 'roles']).nullable(),
  fixers: fixers.nullable(),
});
export type PermissionAnswer = z.infer<typeof permissionAnswer>;

/** The result for one pair of profile and device. */
const verdict = z.object({ id, allowed: z.boolean(), failed: z.enum(accessRules).nullable() });
export type Verdict = z.infer<typeof verdict>;
/** Ids separated by commas. */
const ids = text(limits.accessPairs * 37)
  .transform((list) => list.split(','))
  .pipe(z.array(id).max(limits.accessPairs));

export const why = {
  device: endpoint({
    method: 'GET',
    path: '/api/v1/users/:id/why/devices/:deviceId',
    summary: 'May this person use this device now, and if not: the first rule that fails and who can resolve it.',
    needs: can.explainAccess,
    params: z.object({ id, deviceId: id }),
    reply: z.object({ data: accessAnswer }),
  }),
  devices: endpoint({
    method: 'GET',
    path: '/api/v1/users/:id/why/devices',
    summary: 'Which of these devices this person may use now. Devices that the caller cannot see are omitted.',
    needs: can.explainAccess,
    params: idParams,
    query: z.object({ ids }),
    reply: z.object({ data: z.array(verdict) }),
  }),
  people: endpoint({
    method: 'GET',
    path: '/api/v1/devices/:id/why/users',
    summary: 'Which of these people may use this device now. People whom the caller cannot see are omitted.',
    needs: can.explainAccess,
    params: idParams,
    query: z.object({ ids }),
    reply: z.object({ data: z.array(verdict) }),
  }),
  permission: endpoint({
    method: 'GET',
    path: '/api/v1/users/:id/why/permissions/:permission',
    summary: 'Does this person hold this permission, by which roles, and if not: why and who can resolve it.',
    needs: can.readUsers,
    params: z.object({ id, permission }),
    reply: z.object({ data: permissionAnswer }),
  }),
};
