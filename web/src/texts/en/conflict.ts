/** What a form says when another person saved first. */
export const conflict = {
  title: '{{by}} changed this at {{at}}',
  anotherPerson: 'Another person',
  choose: 'You both changed the fields below. Choose which value to save for each.',
  merged: 'Your changes are still here. Save again to keep them.',
  nothing: 'No field of this form differs. Save again to keep your changes.',
  taken: 'Changed by {{by}} and taken over here:',
  takenField: '{{field}}: {{before}} → {{after}}',
  mine: 'Keep mine',
  theirs: 'Take theirs',
  missing: 'Choose one of the two values.',
  empty: 'Empty',
};
