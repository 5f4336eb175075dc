/** The parameters of an address that say what an open drawer shows of its row: they leave its form as it is. */
export const drawerNames = ['part', 'of', 'events', 'day'] as const;
type DrawerName = (typeof drawerNames)[number];

/** The same parameters without those of a drawer. */
export function withoutDrawer<S extends object>(search: S): Omit<S, DrawerName> {
  const own: readonly string[] = drawerNames;
  // the entries that are left have their types
  return Object.fromEntries(Object.entries(search).filter(([name]) => !own.includes(name))) as Omit<S, DrawerName>;
}
