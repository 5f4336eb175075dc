import { ActionIcon } from '@mantine/core';
import { Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { heldNow } from '#lib/held.ts';
import { lazily } from '#lib/lazily.ts';
import { icon } from '#ui/icons.tsx';
import { Tip } from '#ui/Tip.tsx';
import { hasCamera, mayUseCamera, scanAfterReload, takeWish } from './camera.ts';

const Scanner = lazily(async () => (await import('./Scanner.tsx')).Scanner, { texts: ['scan'] });

const IconScan = icon(<path d="M3 7V3h4M13 3h4v4M17 13v4h-4M7 17H3v-4M6.500 7v6M10 7v6M13.500 7v6" />);

type Props = {
  /** Question that contains the button; the address asks it again after a reload. */
  asks?: 'replace' | undefined;
  onSerial: (serial: string) => void;
};

/** Button that scans a device's code for its serial number, if there is a camera. */
export function ScanButton({ asks, onSerial }: Props) {
  const { t } = useTranslation();
  const [has, setHas] = useState(false);
  const [open, setOpen] = useState(false);
  // devices are outside React
  useEffect(() => {
    let gone = false;
    void hasCamera().then((found) => {
      if (gone) return;
      setHas(found);
      if (takeWish() && found) setOpen(true);
    });
    return () => {
      gone = true;
    };
  }, []);
  if (!has) return null;
  // a reload would discard what was typed, here or elsewhere, and a running download
  const scan = () => (mayUseCamera() || heldNow().length > 0 ? setOpen(true) : scanAfterReload(asks));
  return (
    <>
      <Tip label={t('scan.button')}>
        <ActionIcon variant="subtle" size={32} aria-label={t('scan.button')} onClick={scan}>
          <IconScan />
        </ActionIcon>
      </Tip>
      {open ? (
        <Suspense>
          <Scanner
            onClose={() => setOpen(false)}
            onSerial={(serial) => {
              setOpen(false);
              onSerial(serial);
            }}
          />
        </Suspense>
      ) : null}
    </>
  );
}
