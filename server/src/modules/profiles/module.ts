import type { Module } from '#core/module.ts';
import { profileRoutes } from './routes.ts';
import { profileList } from './list.ts';

export const profilesModule = {
  routes: profileRoutes,
  lists: { user: profileList },
  constraints: {
    profile_username_unique: { code: 'usernameTaken', field: 'username' },
    profile_email_unique: { code: 'emailTaken', field: 'email' },
    profile_validity_order: { code: 'validityOrder', field: 'valid_until' },
    // the role, value or tag was deleted between lookup and write
    profile_role_role_fk: { code: 'unknownRole', field: 'roles' },
    profile_tag_value_fk: { code: 'unknownTagValue', field: 'tags' },
    profile_tag_definition_fk: { code: 'unknownTag', field: 'tags' },
  },
} satisfies Module;
