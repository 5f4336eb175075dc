/** The one door to the portal's code (docs/decisions/0093): a mailed file is what the list's download makes. */
export { cardName, reportFile } from '@keyward/web/report-file';
