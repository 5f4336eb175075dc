/** Messages between the tabs of this browser: a profile has just signed in, or has signed out. */
export type TabNews = { person: string } | { signedOut: true };

const channel = new BroadcastChannel('keyward-person');

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no target origin
export const tellTabs = (news: TabNews): void => channel.postMessage(news);

/** Listens to the other tabs. Returns a function that stops it. */
export function hearTabs(listener: (news: TabNews) => void): () => void {
  const heard = ({ data }: MessageEvent<TabNews>) => listener(data);
  channel.addEventListener('message', heard);
  return () => channel.removeEventListener('message', heard);
}
