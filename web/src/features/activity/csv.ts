/** CSV format of event values whose format does not follow from view and type. */
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
