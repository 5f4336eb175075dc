/** An object with its name, for a reply; null if it does not exist or is not visible to the actor. */
export const named = (id: string | null, name: string | null) => (id !== null && name !== null ? { id, name } : null);
