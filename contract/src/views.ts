import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { customView, listResources } from './list.ts';

export const views = {
  list: endpoint({
    method: 'GET',
    path: '/api/v1/custom-views',
    summary: 'The views of a list: columns, filter, order. Overview comes first.',
    needs: 'session',
    query: z.object({ resource: z.enum(listResources) }),
    reply: z.object({ data: z.array(customView) }),
  }),
};
