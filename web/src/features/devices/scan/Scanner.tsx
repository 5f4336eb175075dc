import { serialNumber } from '@keyward/contract/devices';
import { Button } from '@mantine/core';
import { type ChangeEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '#ui/Dialog.tsx';
import { useOnScreen } from '#ui/useOnScreen.ts';
import { mayUseCamera } from './camera.ts';
import { type Decode, draw, openDecoder } from './decode.ts';
import styles from './scan.module.css';

/** Pause between two reads of the picture, in ms. */
const everyMs = 150;
/** Time for which another code stays on screen after it was last read, in ms: not every read finds a code. */
const namedMs = 1500;

type Camera = 'starting' | 'looking' | 'refused' | 'noCamera' | 'busy' | 'noPicture' | 'photoOnly';
type Other = { other: string };
type Props = { onClose: () => void; onSerial: (serial: string) => void };

/** Reason why the camera cannot be used. */
const problemOf = (error: unknown): Camera => {
  const name = error instanceof DOMException ? error.name : '';
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'refused';
  return name === 'NotFoundError' || name === 'OverconstrainedError' ? 'noCamera' : 'busy';
};

/** Shows the camera's picture until it contains the code of a serial number; or reads a photo of one. */
export function Scanner({ onClose, onSerial }: Props) {
  const { t } = useTranslation();
  const video = useRef<HTMLVideoElement>(null);
  const photo = useRef<HTMLInputElement>(null);
  const decoder = useRef<Promise<Decode>>(undefined);
  const isOpen = useOnScreen();
  const live = mayUseCamera();
  const [camera, setCamera] = useState<Camera>(live ? 'starting' : 'photoOnly');
  const [seen, setSeen] = useState<Other | 'noCode'>();
  const says = seen ?? camera;

  /** Reads an image: 'found' after a serial number, the text of another code, or undefined. */
  const look = async (canvas: HTMLCanvasElement): Promise<'found' | Other | undefined> => {
    decoder.current ??= openDecoder();
    const texts = await (await decoder.current)(canvas);
    // the decoder may have loaded after the scanner was closed
    if (!isOpen()) return undefined;
    for (const text of texts) {
      const serial = serialNumber.safeParse(text);
      if (!serial.success) continue;
      onSerial(serial.data);
      return 'found';
    }
    const [other] = texts;
    return other === undefined ? undefined : { other: other.slice(0, 60) };
  };

  const watch = useEffectEvent(async (signal: AbortSignal, stream: MediaStream, show: typeof setSeen) => {
    const shown = video.current;
    if (signal.aborted || !shown) return;
    shown.srcObject = stream;
    await shown.play();
    setCamera('looking');
    const canvas = document.createElement('canvas');
    let last: { code: Other; at: number } | undefined;
    while (!signal.aborted) {
      draw(canvas, shown, shown.videoWidth, shown.videoHeight);
      const code = await look(canvas);
      if (code === 'found') return;
      if (code) {
        last = { code, at: Date.now() };
        show(code);
      } else if (last && Date.now() - last.at > namedMs) {
        const { code: gone } = last;
        last = undefined;
        // the code of a photo stays on screen
        show((now) => (now === gone ? undefined : now));
      }
      await new Promise((next) => setTimeout(next, everyMs));
    }
  });
  // the camera is outside React
  useEffect(() => {
    const stop = new AbortController();
    const { signal } = stop;
    const run = async () => {
      const stream = await navigator.mediaDevices.getUserMedia({
        video: { facingMode: 'environment', width: { ideal: 1280 }, height: { ideal: 720 } },
      });
      const end = () => {
        for (const track of stream.getTracks()) track.stop();
      };
      signal.addEventListener('abort', end);
      try {
        await watch(signal, stream, setSeen);
      } catch {
        // the browser may refuse to play the stream
        if (!signal.aborted) setCamera('noPicture');
      } finally {
        end();
      }
    };
    if (live) {
      run().catch((error: unknown) => {
        if (!signal.aborted) setCamera(problemOf(error));
      });
    }
    return () => stop.abort();
  }, [live]);

  const readPhoto = async ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const [file] = currentTarget.files ?? [];
    if (!file) return;
    // allows the same photo to be chosen again
    currentTarget.value = '';
    const image = await createImageBitmap(file).catch(() => undefined);
    const canvas = document.createElement('canvas');
    if (image) draw(canvas, image, image.width, image.height);
    image?.close();
    const code = image && (await look(canvas));
    if (code !== 'found') setSeen(code ?? 'noCode');
  };
  const isShown = camera === 'starting' || camera === 'looking';
  const words = typeof says === 'object' ? t('scan.other', { text: says.other }) : t(`scan.${says}`);
  return (
    <Dialog onClose={onClose} title={t('scan.title')} size={480}>
      <div className={styles.picture} hidden={!isShown}>
        <video ref={video} className={styles.video} playsInline muted />
      </div>
      <p className={styles.words} role="status" data-problem={!isShown || undefined}>
        {words}
      </p>
      <div className={styles.actions}>
        <input
          ref={photo}
          type="file"
          accept="image/*"
          hidden
          aria-label={t('scan.photo')}
          onChange={(event) => void readPhoto(event)}
        />
        <Button variant="default" onClick={() => photo.current?.click()}>
          {t('scan.photo')}
        </Button>
        <Button variant="default" onClick={onClose}>
          {t('common.cancel')}
        </Button>
      </div>
    </Dialog>
  );
}
