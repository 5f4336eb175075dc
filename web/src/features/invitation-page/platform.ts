import type { AppPlatform } from '@keyward/contract/apps';

/** The platform of a phone or tablet for which there is an app; null elsewhere. */
export function phonePlatform(userAgent: string): AppPlatform | null {
  if (/iPhone|iPad|iPod/.test(userAgent)) return 'ios';
  return userAgent.includes('Android') ? 'android' : null;
}
