/** How values of invitations are written to CSV, where view and type do not determine it. */
export const inviteCsv = {
  name: 'onepass-invitations',
  labels: { status: 'invitations.statuses', delivery: 'invitations.deliveries' },
};
