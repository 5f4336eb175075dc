/** The demo's password, the same for every account of both demo tenants; demo mode listens on loopback only. */
export const demoPassword = 'Keyward-demo-1';

/** The accounts that the seed creates in each demo tenant; the start-up text and the sign-in page list them. */
export const demoAccounts = [
  { username: 'admin', password: demoPassword, description: 'everything' },
  { username: 'manager', password: demoPassword, description: 'one store: edits profiles and devices, assigns groups' },
  { username: 'clerk', password: demoPassword, description: 'one store: views only' },
  { username: 'nobody', password: demoPassword, description: 'no role' },
];

/**
 * Single sign-on in the second demo tenant: its profile IDs at `domain` sign in at the provider that
 * `npm run keyward -- demo-idp` starts, all others with a password.
 */
export const demoSso = {
  tenant: 'harbor',
  port: 4000,
  issuer: 'http://localhost:4000',
  clientId: 'keyward',
  clientSecret: 'Keyward-demo-idp',
  domain: 'harbor.example',
  /** One account with a profile, and one that exists only at the provider. */
  person: { username: 'sam@harbor.example', name: 'Sam Alvarez' },
  stranger: 'stranger@harbor.example',
};
