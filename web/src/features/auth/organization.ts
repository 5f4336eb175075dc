import { auth } from '@keyward/contract/account-calls';
import { useEffect, useState } from 'react';
import { call } from '#lib/call.ts';

type Organization = { name: string; logo: string | null; passkeyAlone: boolean };
let known: Organization | null = null;

async function ask(): Promise<void> {
  try {
    known = (await call(auth.page)).data;
  } catch {
    // no organization has this address, or the server does not answer: submitting a form says which
  }
}
let pending: Promise<void> | undefined;
/** Loads, once, what the sign-in pages show of the organization of this address. Never rejects: they do without it. */
export const loadOrganization = (): Promise<void> => (pending ??= ask());

/** The organization that this address belongs to; null while it loads, and when the address belongs to none. */
export function useOrganization(): Organization | null {
  const [organization, setOrganization] = useState(known);
  // most pages do not wait for it
  useEffect(() => {
    if (known === null) void loadOrganization().then(() => setOrganization(known));
  }, []);
  return organization;
}
