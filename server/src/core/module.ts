import type { StoreLinks } from '@keyward/contract/apps';
import type { ErrorCode } from '@keyward/contract/errors';
import type { ListResource } from '@keyward/contract/resources';
import type { FastifyInstance } from 'fastify';
import type { MailKind } from '#mail-texts/texts.ts';
import type { DrawPin } from '#core/pins/digits.ts';
import type { SealedColumn } from './auth/sealed-column.ts';
import type { Vault } from './auth/secrets.ts';
import type { SupportProvider } from './auth/single-sign-on.ts';
import type { AnyJob } from './jobs/job.ts';
import type { Keypad } from './keypad.ts';
import type { AnyList } from './list/types.ts';
import type { MailLink } from './mail/transport.ts';

/** The services of the process for every module. */
export type Services = {
  /** Lists the demo accounts on the sign-in page. */
  demo: boolean;
  /** The keypad of the simulated locks; only in demo mode. */
  keypad: Keypad | undefined;
  vault: Vault;
  /** Draws PINs in place of the random source, for tests. */
  drawPin?: DrawPin | undefined;
  /** PUBLIC_URL, or the address that the server listens on. */
  portalBase: () => string;
  storeLinks: StoreLinks;
  supportProvider: SupportProvider | undefined;
  /** Logs a warning about a failure at an external server. */
  warn: (cause: unknown, text: string) => void;
};

/** The refusals for violated constraints, with the input field they belong to. */
export type ConstraintErrors = Readonly<Record<string, { code: ErrorCode; field?: string }>>;

/** A feature of the server, as registered with the process. All are listed in modules.ts. */
export type Module = {
  routes: (app: FastifyInstance, services: Services) => void;
  lists?: { readonly [R in ListResource]?: AnyList };
  /** The background jobs that it queues or schedules. */
  jobs?: readonly AnyJob[];
  /** The columns of its tables that hold values sealed by the vault. */
  sealed?: readonly SealedColumn[];
  /** Constraints of its tables. A violated constraint that no module names is a bug and answers 500. */
  constraints?: ConstraintErrors;
  /** The mails that it sends. */
  mails?: { readonly [K in MailKind]?: MailLink };
};
