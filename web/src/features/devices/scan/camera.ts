import { forTab, stored } from '#lib/storage.ts';

const seenKey = 'camera';
const wishKey = 'scan';

/** Whether this document may use a camera: only one that was loaded as the page of devices (docs/decisions/0111). */
export function mayUseCamera(): boolean {
  // only Chromium enforces the header, and only it has this API
  const allowed = document.featurePolicy?.allowsFeature('camera') ?? true;
  // without a secure context there is no `mediaDevices`
  return allowed && 'mediaDevices' in navigator;
}

/** Whether there is a camera. A document that may not use cameras cannot tell: there, the last answer of this browser applies. */
export async function hasCamera(): Promise<boolean> {
  if (mayUseCamera()) {
    const devices = await navigator.mediaDevices.enumerateDevices().catch(() => []);
    const found = devices.some(({ kind }) => kind === 'videoinput');
    if (found) stored.write(seenKey, '1');
    return found;
  }
  return stored.read(seenKey) !== null || matchMedia('(pointer: coarse)').matches;
}

/** Reloads the page as a document that may use a camera, in order to scan. `part`: that of the address, to ask again. */
export function scanAfterReload(part?: string): void {
  forTab.write(wishKey, '1');
  if (part === undefined) return location.reload();
  const address = new URL(location.href);
  address.searchParams.set('part', part);
  location.replace(address);
}

/** Whether the page was loaded in order to scan; true only once. */
export function takeWish(): boolean {
  const wished = forTab.read(wishKey) !== null;
  forTab.remove(wishKey);
  return wished;
}
