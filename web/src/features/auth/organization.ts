import { auth } from '@keyward/contract/account-calls';
import { useEffect, useState } from 'react';
import { call } from '#lib/call.ts';

type Organization = { name: string; logo: string | null; passkeyAlone: boolean };
let known: Organization | null = null;

async function ask(): Promise<void> {
  try {
    known = (await call(auth.page)).data;
  } catch {
    // unknown address, or no answer: submitting a form shows which
  }
}
let pending: Promise<void> | undefined;
/** Loads the organization of this address for the sign-in pages, once. Never rejects: the pages work without it. */
export const loadOrganization = (): Promise<void> => (pending ??= ask());

/** Organization of this address; null while it loads, and when the address belongs to none. */
export function useOrganization(): Organization | null {
  const [organization, setOrganization] = useState(known);
  // most pages do not wait for it
  useEffect(() => {
    if (known === null) void loadOrganization().then(() => setOrganization(known));
  }, []);
  return organization;
}
