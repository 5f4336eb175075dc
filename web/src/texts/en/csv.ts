export const csv = {
  preparing: 'Preparing {{resource}} CSV...',
  rows: '{{rows, number}} of {{total, number}} rows · {{percent}}',
  done: 'Check your download history or file system for the CSV.',
  cancelled: 'Download has been cancelled.',
  tooMany: 'There are too many records to download. Adjust the date range or filters and try again.',
  failed: 'Failed to download {{fileName}} CSV.',
};
