/** The drawer of a row and deletions. */
export const entity = {
  menu: 'More actions',
  addAnother: 'Save and add another',
  tabs: { details: 'Details', history: 'History', access: 'Access' },
  removal: {
    question: 'Delete {{name}}?',
    permanent: 'This is permanent and cannot be undone.',
    lost: 'What is lost:',
    kept: 'Its activity stays and keeps showing its name.',
    restorable: {
      device:
        'For 30 days an administrator can bring back its name, location and groups, never its tokens and OnePASS keys.',
      user: 'For 30 days an administrator can bring back name and groups, never PIN or sign-in.',
    },
  },
  history: {
    which: 'Which events',
    of: { agent_id: 'Done by this person', entity_id: 'Changes to the profile' },
    none: 'Nothing has been recorded.',
    change: '{{before}} → {{after}}',
    all: 'Show all in Activity',
    failed: 'The history could not be loaded.',
  },
};
