import { paths } from '@keyward/contract/paths';

/** The invitation on screen: by the link's token, or by its id in the browser that accepted it. */
export type Which = { token: string } | { invitation: string };

/**
 * Removes the token from the address bar at once (it would leak through screenshots, bookmarks and synchronised
 * histories); this tab's history entry keeps it, so that a reload before the acceptance still works.
 */
export function takeWhich(): Which {
  const query = new URLSearchParams(location.search);
  const invitation = query.get('invitation');
  if (invitation !== null) return { invitation };
  const state: unknown = history.state;
  const kept: unknown = typeof state === 'object' && state !== null ? Reflect.get(state, 'token') : null;
  const token = query.get('token') ?? (typeof kept === 'string' ? kept : '');
  history.replaceState({ token }, '', paths.invitation());
  return { token };
}

/** After the acceptance the browser's cookie suffices: drops the token, and leaves an address that can be bookmarked. */
export function dropToken(invitation: string): Which {
  history.replaceState(null, '', paths.acceptedInvitation(invitation));
  return { invitation };
}
