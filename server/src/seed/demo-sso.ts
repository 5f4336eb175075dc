import type { Vault } from '#core/auth/secrets.ts';
import type { Db } from '#db/tenant.ts';
import { demoSso } from '#core/auth/demo.ts';
import { storeProvider } from '#modules/sso/provider.ts';

/** Configures the second demo tenant for single sign-on with the provider of `npm run keyward -- demo-idp`. */
export const storeDemoSso = (db: Db, vault: Vault, issuer: string = demoSso.issuer): Promise<void> =>
  storeProvider(db, vault, { ...demoSso, issuer }, { claim: 'email', domains: [demoSso.domain], passwordNames: [] });
