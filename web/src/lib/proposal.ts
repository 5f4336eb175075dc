/** Values that another part of the portal fills into the form of a profile; nothing is saved. */
export type Proposal = {
  id: string;
  roles: readonly string[];
  /** The name of a location. */
  location?: string | undefined;
};

let proposed: Proposal | undefined;
const listeners = new Set<() => void>();

/** Not in the address: a link must not fill a form that is then saved unread. */
export function propose(proposal: Proposal): void {
  proposed = proposal;
  for (const listener of listeners) listener();
}

/** The proposal for this profile, once. */
export function takeProposal(id: string): Proposal | undefined {
  if (proposed?.id !== id) return undefined;
  const taken = proposed;
  proposed = undefined;
  return taken;
}

export function onProposal(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
