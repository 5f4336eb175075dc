/** Things that a person shows or hides, and puts in order. */
export const sortable = {
  shown: 'Shown',
  more: 'Not shown',
  up: 'Move {{name}} up',
  down: 'Move {{name}} down',
  drag: 'Drag {{name}}',
  moved: '{{name}}: place {{place}} of {{count}}',
  added: '{{name}} is shown',
  taken: '{{name}} is not shown any more',
};
