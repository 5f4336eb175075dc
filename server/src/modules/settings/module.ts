import type { Module } from '#core/module.ts';
import { settingRoutes } from './routes.ts';

export const settingsModule = {
  routes: settingRoutes,
  constraints: { setting_unique: { code: 'settingExists', field: 'name' } },
} satisfies Module;
