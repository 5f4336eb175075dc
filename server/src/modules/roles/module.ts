import type { Module } from '#core/module.ts';
import { roleRoutes } from './routes.ts';

export const rolesModule = {
  routes: roleRoutes,
  constraints: { role_name_unique: { code: 'roleNameTaken', field: 'name' } },
} satisfies Module;
