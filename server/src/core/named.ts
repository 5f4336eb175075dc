/** Something with its name, for a reply; null if it does not exist or the actor may not see it. */
export const named = (id: string | null, name: string | null) => (id !== null && name !== null ? { id, name } : null);
