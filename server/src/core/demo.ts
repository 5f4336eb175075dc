/** The demo's password, the same for every account of both demo tenants; demo mode listens on loopback only. */
export const demoPassword = 'Keyward-demo-1';

/** The accounts that the seed makes in each demo tenant, as the start-up text and the sign-in page name them. */
export const demoAccounts = [
  { username: 'admin', password: demoPassword, description: 'everything' },
  { username: 'manager', password: demoPassword, description: 'one store: edits profiles and devices, assigns groups' },
  { username: 'clerk', password: demoPassword, description: 'one store: views only' },
  { username: 'nobody', password: demoPassword, description: 'no role' },
];
