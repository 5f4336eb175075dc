import { forTab, stored } from '#lib/storage.ts';

const seenKey = 'camera';
const wishKey = 'scan';

/** Whether this document may use a camera: only one that was loaded as the page of devices (docs/decisions/0111). */
export function mayUseCamera(): boolean {
  // Chromium alone enforces the header and says so
  const allowed = document.featurePolicy?.allowsFeature('camera') ?? true;
  // there are no devices without a secure context
  return allowed && 'mediaDevices' in navigator;
}

/** Whether there is a camera. A document that may not use one cannot see it: the last answer on this browser counts then. */
export async function hasCamera(): Promise<boolean> {
  if (mayUseCamera()) {
    const devices = await navigator.mediaDevices.enumerateDevices().catch(() => []);
    const found = devices.some(({ kind }) => kind === 'videoinput');
    if (found) stored.write(seenKey, '1');
    return found;
  }
  return stored.read(seenKey) !== null || matchMedia('(pointer: coarse)').matches;
}

/** Loads the page again as a document that may use a camera, to scan there. `part`: of the address, which asks by it. */
export function scanAfterReload(part?: string): void {
  forTab.write(wishKey, '1');
  if (part === undefined) return location.reload();
  const address = new URL(location.href);
  address.searchParams.set('part', part);
  location.replace(address);
}

/** Whether the page was loaded to scan; said once. */
export function takeWish(): boolean {
  const wished = forTab.read(wishKey) !== null;
  forTab.remove(wishKey);
  return wished;
}
