// Page of a OnePASS invitation for its recipient, who has no account: the link's token or the browser's bond proves them.
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { limits } from './limits.ts';
import { locales } from './locales.ts';
import { keyStatuses } from './onepass.ts';
import { id, instant, text } from './text.ts';

/** The browser that holds the invitation: none yet, the one that makes the call, or another one. */
const bonds = ['none', 'here', 'elsewhere'] as const;

/** 256 random bits in hexadecimal. Other formats were never issued and are treated as unknown. */
const token = text(limits.token);
/** The link's token, or the invitation's id for the browser that accepted it. */
const which = z.object({ token: token.optional(), invitation: id.optional() });

const page = z.object({
  id,
  locale: z.enum(locales),
  organization: z.object({ name: z.string(), has_logo: z.boolean() }),
  /** Name of the sender. */
  sender: z.string(),
  bond: z.enum(bonds),
  /** The combined status of its keys. */
  state: z.enum(keyStatuses),
  /** Empty, as the keys are, for a browser other than the one that accepted it. */
  notes: z.string(),
  keys: z.array(
    z.object({
      id,
      device_name: z.string(),
      location: z.string().nullable(),
      /** The time zone for its end. */
      time_zone: z.string(),
      expiration_timestamp: instant,
      /** Maximum number of uses. */
      count: z.int(),
      uses: z.int(),
      state: z.enum(keyStatuses),
      /** Whether the device's controller has confirmed the key and may still use its data; null: no controller. */
      lock_ready: z.boolean().nullable(),
    }),
  ),
});
export type InvitationPage = z.infer<typeof page>;

/** The code by which another browser than the accepting one proves the recipient; mailed to the invited address. */
export const browserCode = { digits: 6, minutes: 10, tries: 5 } as const;

const base = '/api/v1/secure-key-invites';

export const invitationPage = {
  open: endpoint({
    method: 'POST',
    path: `${base}/open`,
    summary:
      'What an invitation’s page shows. The first call of a link is its step ‘opened’; otherwise it changes nothing.',
    needs: 'public',
    body: which,
    reply: z.object({ data: page }),
  }),
  logo: endpoint({
    method: 'POST',
    path: `${base}/logo`,
    summary: 'The logo of the organization that invites, as a data URL, since the recipient has no session.',
    needs: 'public',
    body: which,
    reply: z.object({ data: z.object({ url: z.string().nullable() }) }),
  }),
  accept: endpoint({
    method: 'POST',
    path: `${base}/accept`,
    summary: 'Accept an invitation, once: it belongs to this browser or app from then on, by a cookie.',
    needs: 'public',
    body: z.object({ token }),
    reply: z.object({ data: page }),
  }),
  code: endpoint({
    method: 'POST',
    path: `${base}/code`,
    summary: 'The code that opens a key’s device now, for the browser that accepted the invitation.',
    needs: 'public',
    secret: true,
    body: z.object({ invitation: id, key: id }),
    reply: z.object({
      data: z.object({
        /** Null: no code now. The key no longer opens anything, or the code of this period has already opened the device. */
        code: z.string().nullable(),
        /** Seconds until the next code. */
        seconds_left: z.int(),
        state: z.enum(keyStatuses),
      }),
    }),
  }),
  askForCode: endpoint({
    method: 'POST',
    path: `${base}/other-browser`,
    summary: 'Mail a code to the invited address, to go on in this browser. The answer is always the same.',
    needs: 'public',
    body: z.object({ token }),
  }),
  moveHere: endpoint({
    method: 'POST',
    path: `${base}/other-browser/confirm`,
    summary: 'Move an accepted invitation to this browser with the mailed code; the former browser loses it.',
    needs: 'public',
    body: z.object({ token, code: text(limits.profileId) }),
    reply: z.object({ data: page }),
  }),
};
