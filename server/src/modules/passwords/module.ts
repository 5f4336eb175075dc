import { paths } from '@keyward/contract/paths';
import type { Module } from '#core/module.ts';
import { passwordRoutes } from './routes.ts';
import { passwordReset } from './reset.ts';

export const passwordsModule = {
  routes: passwordRoutes,
  jobs: [passwordReset],
  mails: { resetPassword: paths.setPassword, firstPassword: paths.setPassword, passwordChanged: null },
} satisfies Module;
