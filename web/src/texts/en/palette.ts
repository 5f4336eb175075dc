/** The palette of Ctrl+K. */
export const palette = {
  title: 'Search and commands',
  placeholder: 'Find a device, a person, a view or an action',
  help: 'Arrow keys move, Enter chooses, Esc closes.',
  groups: {
    recent: 'Recent',
    sections: 'Go to',
    views: 'Views',
    actions: 'Actions',
  },
  scheme: { light: 'Switch to light', dark: 'Switch to dark' },
  searching: 'Searching…',
  count_one: '{{count}} result',
  count_other: '{{count}} results',
  nothing: 'Nothing matches “{{query}}”.',
  nothingHint: 'Check the spelling, or try part of a name or serial number.',
  viewsFailed: 'Views could not be loaded. {{reason}}',
};
