import type { Module } from '#core/module.ts';
import { viewRoutes } from './routes.ts';

export const viewsModule = {
  routes: viewRoutes,
  constraints: {
    saved_view_name_unique: { code: 'viewNameTaken', field: 'name' },
    // the role was deleted between lookup and write
    saved_view_role_fk: { code: 'unknownAudience', field: 'sharing' },
  },
} satisfies Module;
