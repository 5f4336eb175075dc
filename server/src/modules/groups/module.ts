import type { Module } from '#core/module.ts';
import { locationRoutes } from './location-routes.ts';
import { groupRoutes } from './routes.ts';

export const groupsModule = {
  routes: (app) => {
    groupRoutes(app);
    locationRoutes(app);
  },
  constraints: {
    tag_definition_label_unique: { code: 'tagNameTaken', field: 'label' },
    tag_value_name_unique: { code: 'accessGroupAlreadyExists', field: 'values' },
  },
} satisfies Module;
