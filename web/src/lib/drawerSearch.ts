/** Parameters of an address that select what an open drawer shows of its row; a change of them leaves its form as it is. */
export const drawerNames = ['part', 'of', 'events', 'day'] as const;
type DrawerName = (typeof drawerNames)[number];

/** The same parameters without those of a drawer. */
export function withoutDrawer<S extends object>(search: S): Omit<S, DrawerName> {
  const own: readonly string[] = drawerNames;
  // the remaining entries keep their types
  return Object.fromEntries(Object.entries(search).filter(([name]) => !own.includes(name))) as Omit<S, DrawerName>;
}
