/** The only import of the portal's code (docs/decisions/0093): a mailed file equals the list's download. */
export { cardName, reportFile } from '@keyward/web/report-file';
