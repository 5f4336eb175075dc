import type { ListResource } from '@keyward/contract/resources';
import type { SealedColumn } from '#core/auth/sealed-column.ts';
import { welcomeLinks } from '#core/auth/password-token.ts';
import { controllers, dueControllers, oldControllerVersions } from '#core/controllers/jobs.ts';
import { oldConnections, oldHistory } from '#core/device-history/jobs.ts';
import { housekeeping } from '#core/jobs/housekeeping.ts';
import type { AnyJob } from '#core/jobs/job.ts';
import { sendMail, sweepMail } from '#core/mail/job.ts';
import { mailLinksInWaiting } from '#core/mail/mail.ts';
import { sealedKeySecrets } from '#core/onepass/code.ts';
import { partyTotals } from '#core/events/party-job.ts';
import { happenedFill } from '#core/events/happened-job.ts';
import { reasonFill } from '#core/events/reason-job.ts';
import { scopeSlots } from '#core/events/scope-slots.ts';
import { slotTotals } from '#core/events/slot-job.ts';
import type { MailLink } from '#core/mail/transport.ts';
import type { ConstraintErrors, Module } from '#core/module.ts';
import type { MailKind } from '#mail-texts/texts.ts';
import { activityModule } from '#modules/activity/module.ts';
import { authModule } from '#modules/auth/module.ts';
import { commandsModule } from '#modules/commands/module.ts';
import { custodyModule } from '#modules/custody/module.ts';
import { dashboardModule } from '#modules/dashboard/module.ts';
import { devicesModule } from '#modules/devices/module.ts';
import { gatewayModule } from '#modules/gateway/module.ts';
import { groupsModule } from '#modules/groups/module.ts';
import { historiesModule } from '#modules/histories/module.ts';
import { inboxModule } from '#modules/inbox/module.ts';
import { invitationPageModule } from '#modules/invitation-page/module.ts';
import { invitationsModule } from '#modules/invitations/module.ts';
import { keypadModule } from '#modules/keypad/module.ts';
import { liveModule } from '#modules/live/module.ts';
import { onepassModule } from '#modules/onepass/module.ts';
import { organizationModule } from '#modules/organization/module.ts';
import { passkeysModule } from '#modules/passkeys/module.ts';
import { passwordsModule } from '#modules/passwords/module.ts';
import { profilesModule } from '#modules/profiles/module.ts';
import { propagationModule } from '#modules/propagation/module.ts';
import { reportsModule } from '#modules/reports/module.ts';
import { rolesModule } from '#modules/roles/module.ts';
import { settingsModule } from '#modules/settings/module.ts';
import { ssoModule } from '#modules/sso/module.ts';
import { supportModule } from '#modules/support/module.ts';
import { viewsModule } from '#modules/views/module.ts';
import { watchesModule } from '#modules/watches/module.ts';
import { whyModule } from '#modules/why/module.ts';

/** Every module of the server. A feature is registered here and nowhere else. */
const all = [
  authModule,
  passwordsModule,
  passkeysModule,
  ssoModule,
  supportModule,
  settingsModule,
  organizationModule,
  inboxModule,
  viewsModule,
  watchesModule,
  reportsModule,
  dashboardModule,
  custodyModule,
  devicesModule,
  historiesModule,
  onepassModule,
  invitationsModule,
  activityModule,
  groupsModule,
  rolesModule,
  profilesModule,
  whyModule,
  propagationModule,
  gatewayModule,
  invitationPageModule,
  commandsModule,
  keypadModule,
  liveModule,
] as const satisfies readonly Module[];

/** The names under `part` that a module provides; `never` if it has no such part. */
type Provided<M, P extends 'lists' | 'mails'> = M extends Record<P, infer Parts> ? keyof Parts : never;
/** The list resources that no module lists, and the mail kinds that no module sends. */
type Unlisted = Exclude<ListResource, Provided<(typeof all)[number], 'lists'>>;
type Unsent = Exclude<MailKind, Provided<(typeof all)[number], 'mails'>>;
/** Does not compile unless both are `never`: the error names the missing ones. */
type Every<_Unlisted extends never, _Unsent extends never> = readonly Module[];
export const modules: Every<Unlisted, Unsent> = all;

/** Every background job. */
export const jobs: readonly AnyJob[] = [
  ...housekeeping,
  partyTotals,
  slotTotals,
  scopeSlots,
  happenedFill,
  reasonFill,
  oldHistory,
  oldConnections,
  controllers,
  dueControllers,
  oldControllerVersions,
  sendMail,
  sweepMail,
  ...modules.flatMap((module) => module.jobs ?? []),
];

/** Every column of values that the vault sealed. */
export const sealedColumns: readonly SealedColumn[] = [
  welcomeLinks,
  mailLinksInWaiting,
  sealedKeySecrets,
  ...modules.flatMap((module) => module.sealed ?? []),
];

/** The refusals for violated constraints, of all modules and of core. */
export const constraints: ConstraintErrors = Object.assign(
  // the same submission completed between lookup and insert
  { idempotency_key_pk: { code: 'stillRunning' } },
  ...modules.map((module) => module.constraints ?? {}),
);

export const mailLinks: Readonly<Partial<Record<MailKind, MailLink>>> = Object.assign(
  {},
  ...modules.map((module) => module.mails ?? {}),
);
