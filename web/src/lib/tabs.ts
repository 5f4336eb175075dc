/** What the tabs of this browser tell each other: who has just signed in, or that the person signed out. */
export type TabNews = { person: string } | { signedOut: true };

const channel = new BroadcastChannel('keyward-person');

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no target origin
export const tellTabs = (news: TabNews): void => channel.postMessage(news);

/** Hears what the other tabs tell. Returns what ends it. */
export function hearTabs(listener: (news: TabNews) => void): () => void {
  const heard = ({ data }: MessageEvent<TabNews>) => listener(data);
  channel.addEventListener('message', heard);
  return () => channel.removeEventListener('message', heard);
}
