import type { Namespace } from '#texts/namespaces.ts';

/**
 * The file of a language that contains each namespace: `texts` for those of the first page (portalTexts in src/lib/i18n.ts),
 * `openedTexts` for those of the parts that a person opens later, null for a file of its own. A namespace missing here does not
 * compile.
 */
export const textFiles: Readonly<Record<Namespace, 'texts' | 'openedTexts' | null>> = {
  activity: null,
  auth: 'texts',
  bulk: 'openedTexts',
  changes: 'openedTexts',
  closing: null,
  commands: 'openedTexts',
  common: 'texts',
  confirming: 'openedTexts',
  custody: 'openedTexts',
  dashboard: null,
  device: 'openedTexts',
  devices: null,
  entity: 'openedTexts',
  errors: 'openedTexts',
  event: 'openedTexts',
  filters: 'openedTexts',
  form: 'texts',
  groups: 'openedTexts',
  histogram: null,
  imports: null,
  inbox: null,
  invitationPage: null,
  invitations: null,
  keypad: null,
  list: 'texts',
  locations: 'openedTexts',
  lost: 'openedTexts',
  onepass: null,
  organization: 'openedTexts',
  palette: 'openedTexts',
  permissions: 'texts',
  pictures: null,
  pins: 'openedTexts',
  print: null,
  profiles: null,
  propagation: 'openedTexts',
  replacing: 'openedTexts',
  reports: null,
  restoring: 'openedTexts',
  roles: null,
  scan: null,
  session: 'texts',
  settings: null,
  shell: 'texts',
  sortable: null,
  history: 'openedTexts',
  tokens: 'openedTexts',
  validity: 'openedTexts',
  views: null,
  watches: null,
  why: 'openedTexts',
};

/** The file of a text module; undefined for any other. */
export function textFileOf(module: string): string | undefined {
  const [, locale, namespace] = /\/texts\/([^/]+)\/(\w+)\.ts$/.exec(module) ?? [];
  const [, file] = Object.entries(textFiles).find(([name]) => name === namespace) ?? [];
  return file ? `${file}-${locale}` : undefined;
}
