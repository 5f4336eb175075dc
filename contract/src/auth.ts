import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { limits } from './limits.ts';
import { permissionIds } from './permissions.ts';
import { cleanText, id, isPlain, line, text } from './text.ts';

/** Characters a profile ID cannot have. Specification, part 2, section 5 'Profile'. */
export const profileIdForbidden = /[\s'"\\;%<>/&]/;
/**
 * Further characters, which the portal removes or alters in every text that it sends (specification, part 1, section 5):
 * the owner of such a profile ID could not type it at the sign-in.
 */
export const changedOnTheWay = /[|$`]|^[=+\-@]/;
export const profileId = line(limits.profileId, { required: 'usernameRequired', tooLong: 'usernameInvalid' }).refine(
  (s) => !profileIdForbidden.test(s) && isPlain(s),
  { error: 'usernameInvalid' },
);

/** A typed profile ID; one that breaks the rules is reported only as unknown. */
const typedName = cleanText(limits.profileId, 'usernameInvalid');

/** Sign-in, first step. */
export const usernameForm = z.object({ username: profileId });
/** Sign-in, second step: passwords chosen under earlier rules must be accepted, so only the length is limited. */
export const passwordForm = z.object({
  password: text(limits.passwordMax, 'passwordInvalid')
    .min(1, { error: 'passwordRequired' })
    .refine((s) => s.isWellFormed(), { error: 'passwordInvalid' }),
});

const permission = z.object({
  id: z.enum(permissionIds as [string, ...string[]]),
  name: z.string(),
  category: z.string(),
  value: z.enum(['NONE', 'READ', 'EDIT', 'TRUE', 'FALSE']),
  type: z.enum(['boolean', 'multi', 'csv']),
});

export const me = z.object({
  data: z.object({
    id,
    name: z.string(),
    username: z.string(),
    email: z.string().nullable(),
    customerName: z.string(),
    /** The address of the organization's logo; null without one. */
    logo: z.string().nullable(),
    isKeywardAdmin: z.boolean(),
    /** A support session, which changes nothing. */
    support: z.boolean(),
    roles: z.array(z.object({ id, name: z.string(), locked: z.boolean(), permissions: z.array(permission) })),
    enabledFeatures: z.array(z.string()),
    /** Has a password in Keyward that can be changed; false for single sign-on and in a support session. */
    hasPassword: z.boolean(),
    /** Ids of the location values of the profile. */
    locations: z.array(id),
    /** Whether the organization divides its things by location at all. */
    hasLocations: z.boolean(),
    /** Minutes after the last report when an OKM counts as offline: a tenant value. */
    offlineOkmMinutes: z.int(),
    softwareVersion: z.string(),
  }),
});
export type Me = z.infer<typeof me>['data'];

const elsewhere = z.object({ data: z.object({ url: z.url() }) });

export const auth = {
  sessionCheck: endpoint({
    method: 'GET',
    path: '/api/v1/session-check',
    summary:
      'Is the caller signed in? Never refuses. With the header keyward-activity it counts as the person’s own activity; the portal sends it at most once a minute.',
    needs: 'public',
    reply: z.object({ isAuthenticated: z.boolean() }),
  }),
  login: endpoint({
    method: 'POST',
    path: '/api/v1/login',
    summary: 'Sign in with a profile ID and a password; sets the session cookie.',
    needs: 'public',
    body: z.object({ username: typedName, ...passwordForm.shape }),
    secret: true,
    reply: z.object({
      data: z.object({
        passwordResetToken: z.string().optional(),
        /** Instead of a session, for a profile with a passkey: the token of the next step, valid for five minutes. */
        secondFactor: z.string().optional(),
      }),
    }),
  }),
  logout: endpoint({
    method: 'POST',
    path: '/api/v1/logout',
    summary: 'End the session.',
    needs: 'session',
    inSupport: true,
  }),
  me: endpoint({
    method: 'GET',
    path: '/api/v1/me',
    summary: 'The signed-in person with roles, permissions and enabled features.',
    needs: 'session',
    reply: me,
  }),
  loginSso: endpoint({
    method: 'GET',
    path: '/api/v1/login/sso',
    summary: 'Where a profile ID signs in: an address of single sign-on, or 404 for password sign-in.',
    needs: 'public',
    query: z.object({ username: typedName }),
    reply: elsewhere,
  }),
  page: endpoint({
    method: 'GET',
    path: '/api/v1/sign-in',
    summary:
      'What the sign-in pages show of the organization of this host: its name, the address of its logo (null: none), and whether a passkey alone signs in.',
    needs: 'public',
    reply: z.object({
      data: z.object({ name: z.string(), logo: z.string().nullable(), passkeyAlone: z.boolean() }),
    }),
  }),
  demoAccounts: endpoint({
    method: 'GET',
    path: '/api/v1/demo-accounts',
    summary: 'The demo accounts that the sign-in page names; empty outside demo mode.',
    needs: 'public',
    secret: true,
    reply: z.object({
      data: z.array(z.object({ username: z.string(), password: z.string(), description: z.string() })),
    }),
  }),
};

const signedIn = z.object({ data: z.object({ isAuthenticated: z.literal(true) }) });
const fromProvider = text(limits.token);
/** Parameters that an identity provider sends to the redirect address. */
export const providerAnswer = z.object({
  code: fromProvider.optional(),
  state: fromProvider.optional(),
  session_state: fromProvider.optional(),
  /** RFC 9207; validated if present. */
  iss: fromProvider.optional(),
  /** Instead of a code, when the provider or the user refused. RFC 6749, section 4.1.2.1. */
  error: fromProvider.optional(),
});
export type ProviderAnswer = z.input<typeof providerAnswer>;
const staffProvider = z.object({ provider: text(limits.profileId) });

/** Sign-in without a password. */
export const signIn = {
  token: endpoint({
    method: 'POST',
    path: '/api/v1/login/token',
    summary: 'Sign in with a one-time link of the operator; sets the session cookie.',
    needs: 'public',
    body: z.object({ token: fromProvider }),
    reply: signedIn,
  }),
  sso: endpoint({
    method: 'POST',
    path: '/api/v1/login/sso',
    summary: 'End a single sign-on with what the identity provider sent back; sets the session cookie.',
    needs: 'public',
    bodyLimit: limits.signInBytes,
    body: providerAnswer,
    reply: signedIn,
  }),
  startSsoInternal: endpoint({
    method: 'GET',
    path: '/api/v1/login/sso-internal/:provider',
    summary:
      'Where the vendor’s own staff sign in; 404 without such a provider, or where the tenant does not let them in.',
    needs: 'public',
    params: staffProvider,
    reply: elsewhere,
  }),
  ssoInternal: endpoint({
    method: 'POST',
    path: '/api/v1/login/sso-internal/:provider',
    summary:
      'Open a support session for one of the vendor’s own staff: one hour, everything to see, nothing to change.',
    needs: 'public',
    bodyLimit: limits.signInBytes,
    params: staffProvider,
    body: providerAnswer,
    reply: signedIn,
  }),
};
