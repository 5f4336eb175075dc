/** Something as a reply names it; null: there is none, or the actor does not see it. */
export const named = (id: string | null, name: string | null) => (id !== null && name !== null ? { id, name } : null);
