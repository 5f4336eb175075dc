/** How values of events are written to CSV, where view and type do not determine it. */
export const eventCsv = {
  kinds: {
    event: 'happened',
    reason: 'refusal',
    'description.entityName': 'exported',
    'description.changes.attribute': 'changes',
    'description.changes.oldValue': 'changes',
    'description.changes.newValue': 'changes',
  },
} as const;
