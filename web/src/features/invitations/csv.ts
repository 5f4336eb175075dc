/** CSV format of invitation values whose format does not follow from view and type. */
export const inviteCsv = {
  name: 'onepass-invitations',
  labels: { status: 'invitations.statuses', delivery: 'invitations.deliveries' },
};
