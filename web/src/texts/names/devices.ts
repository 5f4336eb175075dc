import type { ListNames } from '#texts/shape.ts';

export const deviceNames: ListNames<'device'> = {
  en: { tab: 'Devices', kind: 'Device', added: 'Device added', changed: 'Device changed', deleted: 'Device deleted' },
  fr: {
    tab: 'Appareils',
    kind: 'Appareil',
    added: 'Appareil ajouté',
    changed: 'Appareil modifié',
    deleted: 'Appareil supprimé',
  },
  'ja-JP': {
    tab: 'デバイス',
    kind: 'デバイス',
    added: 'デバイスの追加',
    changed: 'デバイスの変更',
    deleted: 'デバイスの削除',
  },
  ja: {
    tab: 'デバイス',
    kind: 'デバイス',
    added: 'デバイスを追加した',
    changed: 'デバイスを変えた',
    deleted: 'デバイスを消した',
  },
  'ko-KR': { tab: '장치', kind: '장치', added: '장치 추가', changed: '장치 변경', deleted: '장치 삭제' },
  ko: { tab: '장치', kind: '장치', added: '장치 추가', changed: '장치 변경', deleted: '장치 삭제' },
};
