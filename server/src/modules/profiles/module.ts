import { oldBulkChanges } from '#core/bulk/jobs.ts';
import type { Module } from '#core/module.ts';
import { sealedPins } from '#core/pins/issue.ts';
import { missingPins, pinVerifiers, sealedVerifiers } from '#core/pins/jobs.ts';
import { pinNotices } from '#core/pins/notices.ts';
import { importRows } from './import-sealed.ts';
import { importJob, resumeImports } from './import-job.ts';
import { importRoutes } from './import-routes.ts';
import { profileRoutes } from './routes.ts';
import { profileList } from './list.ts';
import { dailyValidity } from './validity-job.ts';

export const profilesModule = {
  routes: (app, services) => {
    profileRoutes(app, services);
    importRoutes(app, services);
  },
  lists: { user: profileList },
  sealed: [sealedPins, sealedVerifiers, importRows],
  jobs: [missingPins, pinVerifiers, pinNotices, dailyValidity, importJob, resumeImports, oldBulkChanges],
  mails: { pinShown: null, pinReset: null, pinExported: null, pinDigest: null, accessEnding: null, unusedAccess: null },
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
