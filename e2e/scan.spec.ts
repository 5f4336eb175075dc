// The serial number of a new device, read by the camera or from a photo.
import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { barPicture, emptyPicture, photo, qr, qrPicture, serialInCode } from './codes.ts';
import { download } from './csv.ts';
import { drawer, headAction, row, rowLink, searchFor, totalRows } from './list.ts';
import { expect, nightly, test } from './people.ts';
import { newDevice } from './things.ts';

declare global {
  interface Window {
    /** The tracks of the camera that a test provides. */
    tracks: MediaStreamTrack[];
  }
  interface Document {
    /** Chromium's, of the document's permissions policy. */
    featurePolicy: { allowsFeature: (name: string) => boolean };
  }
}

const serial = (page: Page): Locator => drawer(page).getByRole('textbox', { name: 'Serial number' });
const scan = (page: Page): Locator => drawer(page).getByRole('button', { name: 'Scan the code' });
const scanner = (page: Page): Locator => page.getByRole('dialog', { name: 'Scan serial number' });
const choosePhoto = (page: Page, name: string, buffer: Buffer) =>
  scanner(page).locator('input[type=file]').setInputFiles({ name, mimeType: 'image/bmp', buffer });
/** Provides a camera that sees the QR code: not every browser of a test machine has one, not even a fake one. */
const withCamera = (page: Page) =>
  page.addInitScript((code) => {
    const tracks: MediaStreamTrack[] = [];
    window.tracks = tracks;
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [640, 480];
    const paint = () => {
      const context = canvas.getContext('2d');
      if (!context) return;
      context.fillStyle = '#eee';
      context.fillRect(0, 0, canvas.width, canvas.height);
      context.fillStyle = '#111';
      for (const [y, line] of code.entries())
        for (const [x, module] of [...line].entries())
          if (module === '#') context.fillRect(194 + x * 12, 114 + y * 12, 12, 12);
    };
    const { mediaDevices } = navigator;
    mediaDevices.enumerateDevices = async () => [{ kind: 'videoinput' } as MediaDeviceInfo];
    mediaDevices.getUserMedia = async () => {
      const stream = canvas.captureStream(10);
      setInterval(paint, 100);
      tracks.push(...stream.getTracks());
      return stream;
    };
  }, qr);
const trackStates = (page: Page) => page.evaluate(() => window.tracks.map(({ readyState }) => readyState));

test('the camera reads the QR code of a device into its field, and is switched off', nightly, async ({ page }) => {
  await withCamera(page);
  await page.goto('/devices?open=new');
  await scan(page).click();
  await expect(serial(page)).toHaveValue(serialInCode);
  await expect(scanner(page)).toHaveCount(0);
  expect(await trackStates(page)).toEqual(['ended']);
  // and it can be typed over
  await serial(page).fill('3B00');
  await expect(serial(page)).toHaveValue('3B00');
});

test(
  'a refused camera is reported, and a photo of a bar code works instead; a photo without a code does not',
  nightly,
  async ({ page }) => {
    await withCamera(page);
    await page.addInitScript(() => {
      navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('refused', 'NotAllowedError'));
    });
    await page.goto('/devices?open=new');
    await scan(page).click();
    await expect(scanner(page).getByRole('status')).toContainText('The camera was refused.');
    await expectAccessible(page);
    await choosePhoto(page, 'empty.bmp', photo(400, 300, emptyPicture));
    await expect(scanner(page).getByRole('status')).toContainText('The photo shows no code');
    await choosePhoto(page, 'note.txt', Buffer.from('no picture'));
    await expect(scanner(page).getByRole('status')).toContainText('The photo shows no code');
    await expect(serial(page)).toHaveValue('');
    const { width, height, grey } = barPicture();
    await choosePhoto(page, 'bars.bmp', photo(width, height, grey));
    await expect(serial(page)).toHaveValue(serialInCode);
    await expect(scanner(page)).toHaveCount(0);
  },
);

test(
  'a code that is no serial number is shown but not entered; closing switches the camera off',
  nightly,
  async ({ page }) => {
    await withCamera(page);
    await page.addInitScript(() => {
      class Detector {
        static getSupportedFormats = async () => ['qr_code'];
        detect = async () => [{ rawValue: 'https://example.com/3B00' }];
      }
      Object.assign(window, { BarcodeDetector: Detector });
    });
    await page.goto('/devices?open=new');
    await scan(page).click();
    await expect(scanner(page).getByRole('status')).toHaveText(
      'This code is not a serial number: https://example.com/3B00',
    );
    await expect.poll(() => trackStates(page)).toEqual(['live']);
    await scanner(page).getByRole('button', { name: 'Cancel' }).click();
    await expect.poll(() => trackStates(page)).toEqual(['ended']);
    await expect(serial(page)).toHaveValue('');
  },
);

test('a browser decoder that names formats and then fails is replaced', nightly, async ({ page }) => {
  await withCamera(page);
  await page.addInitScript(() => {
    class Detector {
      static getSupportedFormats = async () => ['qr_code'];
      detect = () => Promise.reject(new DOMException('no service', 'NotSupportedError'));
    }
    Object.assign(window, { BarcodeDetector: Detector });
  });
  await page.goto('/devices?open=new');
  await scan(page).click();
  await expect(serial(page)).toHaveValue(serialInCode);
  expect(await trackStates(page)).toEqual(['ended']);
});

test(
  'a camera whose picture cannot be shown is switched off while the dialog is open, and a photo works instead',
  nightly,
  async ({ page }) => {
    await withCamera(page);
    await page.addInitScript(() => {
      HTMLMediaElement.prototype.play = () => Promise.reject(new DOMException('refused', 'NotAllowedError'));
    });
    await page.goto('/devices?open=new');
    await scan(page).click();
    await expect(scanner(page).getByRole('status')).toContainText('The picture of the camera could not be shown.');
    expect(await trackStates(page)).toEqual(['ended']);
    // on a phone, it would leave the camera as the only choice
    await expect(scanner(page).locator('input[type=file]')).not.toHaveAttribute('capture');
    await choosePhoto(page, 'qr.bmp', photo(500, 500, qrPicture(500, 500)));
    await expect(serial(page)).toHaveValue(serialInCode);
  },
);

test(
  'the picture stays after a photo without a code, and a wrong code is no longer named once it is out of view',
  nightly,
  async ({ page }) => {
    await withCamera(page);
    await page.addInitScript(() => {
      class Detector {
        static getSupportedFormats = async () => ['qr_code'];
        detect = async ({ width }: HTMLCanvasElement) =>
          width === 640 && sessionStorage.getItem('code') !== null ? [{ rawValue: 'https://example.com/3B00' }] : [];
      }
      Object.assign(window, { BarcodeDetector: Detector });
    });
    await page.goto('/devices?open=new');
    await scan(page).click();
    const words = scanner(page).getByRole('status');
    const picture = scanner(page).locator('video');
    await expect(words).toContainText('Hold the QR code or bar code of the device in the frame.');
    await choosePhoto(page, 'empty.bmp', photo(400, 300, emptyPicture));
    await expect(words).toContainText('The photo shows no code');
    await expect(picture).toBeVisible();

    await page.evaluate(() => sessionStorage.setItem('code', 'shown'));
    await expect(words).toContainText('This code is not a serial number');
    await page.evaluate(() => sessionStorage.removeItem('code'));
    await expect(words).toContainText('Hold the QR code or bar code of the device in the frame.');
    await expect(picture).toBeVisible();
  },
);

test(
  'a document opened at another page cannot use the camera: scanning loads the page of devices',
  nightly,
  async ({ page }) => {
    await withCamera(page);
    // a camera has been seen on this browser before
    await page.addInitScript(() => localStorage.setItem('camera', '1'));
    await page.goto('/activity');
    await totalRows(page);
    const may = () => page.evaluate(() => document.featurePolicy.allowsFeature('camera'));
    expect(await may()).toBe(false);
    await page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: 'Devices' }).click();
    await page.getByRole('button', { name: 'Add device' }).click();
    expect(await may()).toBe(false);
    await scan(page).click();
    await expect(serial(page)).toHaveValue(serialInCode);
    expect(await may()).toBe(true);
  },
);

test(
  'the code of new hardware is scanned for a replacement, even if that loads the page',
  nightly,
  async ({ page, api }) => {
    const { id, name } = await newDevice(await api('admin'), { type: 'OneKey' });
    await withCamera(page);
    await page.addInitScript(() => localStorage.setItem('camera', '1'));
    await page.goto('/activity');
    await totalRows(page);
    await page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: 'Devices' }).click();
    await searchFor(page, name);
    await rowLink(row(page, name)).click();
    await headAction(drawer(page, name), 'Replace…');
    const question = drawer(page, 'Replace device');
    await question.getByRole('button', { name: 'Scan the code' }).click();
    await expect(question.getByRole('textbox', { name: 'Serial number of the new device' })).toHaveValue(serialInCode);
    await expect(page).toHaveURL(new RegExp(`open=${id}$`));
  },
);

test('typed values stay if the camera cannot be used, and a photo is offered', nightly, async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('camera', '1'));
  await page.goto('/activity');
  await totalRows(page);
  await page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: 'Devices' }).click();
  await page.getByRole('button', { name: 'Add device' }).click();
  await drawer(page).getByRole('textbox', { name: 'Name' }).fill('Half a name');
  await scan(page).click();
  await expect(scanner(page).getByRole('status')).toHaveText('Take a photo of the code, or choose one.');
  await choosePhoto(page, 'qr.bmp', photo(500, 500, qrPicture(500, 500)));
  await expect(serial(page)).toHaveValue(serialInCode);
  await expect(drawer(page).getByRole('textbox', { name: 'Name' })).toHaveValue('Half a name');
});

test(
  'a running download continues if the camera cannot be used, without a browser prompt',
  nightly,
  async ({ page }) => {
    const asked: string[] = [];
    page.on('dialog', (dialog) => {
      asked.push(dialog.type());
      void dialog.accept();
    });
    await page.addInitScript(() => localStorage.setItem('camera', '1'));
    await page.goto('/activity');
    await totalRows(page);
    await page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: 'Devices' }).click();
    await expect(page).toHaveURL('/devices');
    await totalRows(page);
    const preparing = page.getByRole('status').filter({ hasText: 'Preparing Devices CSV...' });
    // the download waits for its first rows
    await page.route(/\/api\/v1\/devices\?.*results_per_page=5000/, () => new Promise(() => undefined));
    await download(page).click();
    await expect(preparing).toBeVisible();
    await page.getByRole('button', { name: 'Add device' }).click();
    await scan(page).click();
    await expect(scanner(page).getByRole('status')).toHaveText('Take a photo of the code, or choose one.');
    await expect(preparing).toBeVisible();
    expect(asked).toEqual([]);
  },
);

test('Escape and Back close the scanner, and not the form below it', nightly, async ({ page }) => {
  await withCamera(page);
  await page.addInitScript(() => {
    navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('refused', 'NotAllowedError'));
  });
  await page.goto('/devices');
  await page.getByRole('button', { name: 'Add device' }).click();
  const form = drawer(page, 'Add device');
  await form.getByRole('textbox', { name: 'Name' }).fill('typed before');
  for (const close of [() => page.keyboard.press('Escape'), () => page.goBack()]) {
    await scan(page).click();
    await expect(scanner(page).getByRole('status')).toContainText('The camera was refused.');
    await close();
    await expect(scanner(page)).toHaveCount(0);
    await expect(scan(page)).toBeFocused();
    await expect(form.getByRole('textbox', { name: 'Name' })).toHaveValue('typed before');
    await expect(page.getByRole('alertdialog', { name: 'Leave without saving?' })).toHaveCount(0);
    await expect(page).toHaveURL('/devices?open=new');
  }
  await page.keyboard.press('Escape');
  await expect(page.getByRole('alertdialog', { name: 'Leave without saving?' })).toBeVisible();
});

test('without a camera there is no scan button', nightly, async ({ page }) => {
  await page.addInitScript(() => {
    navigator.mediaDevices.enumerateDevices = async () => [];
  });
  await page.goto('/devices?open=new');
  await expect(serial(page)).toBeVisible();
  // time for the button's code to load: it comes with its texts
  await page.waitForLoadState('networkidle');
  await expect(scan(page)).toHaveCount(0);
});

test('a photo is read once its decoder has loaded, which is retried', nightly, async ({ page, problems }) => {
  problems.expect(/ERR_FAILED.*\/decode-/, /failed: GET .*\/decode-/);
  await withCamera(page);
  await page.addInitScript(() => {
    Object.assign(window, { BarcodeDetector: undefined });
    navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('refused', 'NotAllowedError'));
  });
  let cut = true;
  await page.route(/\/decode-[\w-]+\.js$/, (route) => (cut ? route.abort() : route.continue()));
  await page.goto('/devices?open=new');
  await scan(page).click();
  await expect(scanner(page).getByRole('status')).toContainText('The camera was refused.');
  await choosePhoto(page, 'qr.bmp', photo(500, 500, qrPicture(500, 500)));
  const late = page.getByRole('status').filter({ hasText: 'Part of this page could not be loaded.' });
  await expect(late).toBeVisible();
  cut = false;
  await late.getByRole('button', { name: 'Try again' }).click();
  await expect(serial(page)).toHaveValue(serialInCode);
  await expect(scanner(page)).toHaveCount(0);
  await expect(late).toHaveCount(0);
});
