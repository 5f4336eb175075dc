import { deletions } from '@keyward/contract/calls';
import type { Deletion, RestorePreview } from '@keyward/contract/deletions';
import type { Call, EndpointSpec } from '@keyward/contract/endpoint';
import { paths, type Search } from '@keyward/contract/paths';
import { can, type Rule } from '@keyward/contract/permissions';
import type { RestorableResource } from '@keyward/contract/resources';
import type { z } from 'zod';

type Replying<T> = { reply: z.ZodType<T> };
type OfOne = EndpointSpec & { params: z.ZodType<unknown, { id: string }> };
type Listing = EndpointSpec & { query: z.ZodType<unknown, { id?: string | undefined; page?: string | undefined }> };
type Calls = {
  rule: Rule;
  list: Call<Listing & Replying<{ data: Deletion[]; total_results: number }>>;
  preview: Call<OfOne & Replying<{ data: RestorePreview }>>;
  restore: Call<OfOne & Replying<{ data: { id: string; name: string } }>>;
  /** The address of the restored row. */
  path: (search: Search) => string;
};

/** The calls for each restorable resource. */
export const restoring: Record<RestorableResource, Calls> = {
  device: {
    rule: can.editDevices,
    list: deletions.devices,
    preview: deletions.device,
    restore: deletions.restoreDevice,
    path: paths.devices,
  },
  user: {
    rule: can.editUsers,
    list: deletions.users,
    preview: deletions.user,
    restore: deletions.restoreUser,
    path: paths.users,
  },
};
