import type { ConfirmAct } from '@keyward/contract/confirm-acts';

/** Messages from the identity provider's window to the tabs that wait for the confirmation. */
const channel = new BroadcastChannel('keyward-confirm');

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no target origin
export const tellConfirmed = (act: ConfirmAct): void => channel.postMessage(act);

/** Returns a function that stops listening. */
export function hearConfirmed(listener: (act: ConfirmAct) => void): () => void {
  const heard = ({ data }: MessageEvent<ConfirmAct>) => listener(data);
  channel.addEventListener('message', heard);
  return () => channel.removeEventListener('message', heard);
}
