import { expect, test, vi } from 'vitest';
import { linkTo } from './viewAddress.ts';

test.each([
  ['device', 'OKMs Offline', '/devices?custom_view=OKMs%20Offline'],
  ['secure-key', 'Overview', '/onepass?custom_view=Overview'],
  // a section of two lists
  ['secure-key-invitation', 'Overview', '/onepass?tab=Invitations&custom_view=Overview'],
] as const)('the link of a view of %s leads to its list', (resource, value, address) => {
  vi.stubGlobal('location', { origin: 'https://acme.example', pathname: address.split('?')[0] });
  expect(linkTo(resource, { value })).toBe(`https://acme.example${address}`);
  vi.unstubAllGlobals();
});
