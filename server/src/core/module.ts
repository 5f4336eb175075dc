import type { StoreLinks } from '@keyward/contract/apps';
import type { ErrorCode } from '@keyward/contract/errors';
import type { ListResource } from '@keyward/contract/resources';
import type { FastifyInstance } from 'fastify';
import type { MailKind } from '#mail-texts/texts.ts';
import type { Vault } from './auth/secrets.ts';
import type { SupportProvider } from './auth/single-sign-on.ts';
import type { AnyJob } from './jobs/job.ts';
import type { AnyList } from './list/types.ts';
import type { MailLink } from './mail/transport.ts';

/** What the process lends to every module. */
export type Services = {
  /** Names the demo accounts on the sign-in page. */
  demo: boolean;
  vault: Vault;
  /** PUBLIC_URL, or where the server listens. */
  portalBase: () => string;
  storeLinks: StoreLinks;
  supportProvider: SupportProvider | undefined;
  /** Writes a warning of what failed at somebody else's server. */
  warn: (cause: unknown, text: string) => void;
};

/** What violating a constraint of the schema means to a caller, and the field of the input it belongs to. */
export type ConstraintErrors = Readonly<Record<string, { code: ErrorCode; field?: string }>>;

/** A feature of the server: all that the process has to know of it. They are listed in modules.ts. */
export type Module = {
  routes: (app: FastifyInstance, services: Services) => void;
  lists?: { readonly [R in ListResource]?: AnyList };
  /** Background work that it queues or that runs on a timetable. */
  jobs?: readonly AnyJob[];
  /** Those of its tables. A violated constraint that no module names is a defect and answers 500. */
  constraints?: ConstraintErrors;
  /** The mails that it sends. */
  mails?: { readonly [K in MailKind]?: MailLink };
};
