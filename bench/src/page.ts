// One page of the portal in the browser, in a session.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser } from './browser.ts';

export type Page = {
  /** The page's session id, for calls of the protocol. */
  session: string;
  evaluate: <T>(expression: string, userGesture?: boolean) => Promise<T>;
  /** Waits up to 30 s until the expression is true. */
  until: (condition: string) => Promise<void>;
  goto: (path: string) => Promise<void>;
  /** Shows a document of its own in place of the portal. */
  show: (html: string) => Promise<void>;
};

/** `script` runs before any script of the page. */
export async function openPage(browser: Browser, port: number, cookie: string, script: string): Promise<Page> {
  const { targetId } = await browser.call<{ targetId: string }>('Target.createTarget', { url: 'about:blank' });
  const { sessionId: session } = await browser.call<{ sessionId: string }>('Target.attachToTarget', {
    targetId,
    flatten: true,
  });
  const call = (method: string, params: object = {}) => browser.call<unknown>(method, params, session);
  const evaluate = async <T>(expression: string, userGesture = false): Promise<T> => {
    const { result } = await browser.call<{ result: { value: T } }>(
      'Runtime.evaluate',
      { expression, userGesture, awaitPromise: true, returnByValue: true },
      session,
    );
    return result.value;
  };
  const until = async (condition: string) => {
    const end = performance.now() + 30_000;
    while (!(await evaluate<boolean>(`Boolean(${condition})`))) {
      if (performance.now() > end) throw new Error(`the page never came to ${condition}`);
      await sleep(50);
    }
  };
  const [name = '', value = ''] = cookie.split('=');
  await call('Network.enable');
  await call('Network.setCookie', { name, value, domain: '127.0.0.1', path: '/' });
  await call('Network.disable');
  await call('Page.enable');
  await call('Page.addScriptToEvaluateOnNewDocument', { source: `localStorage.setItem('session', '1');\n${script}` });
  await call('Emulation.setLocaleOverride', { locale: 'en-US' });
  await call('Emulation.setDeviceMetricsOverride', { width: 1440, height: 900, deviceScaleFactor: 1, mobile: false });
  const goto = async (path: string) => {
    await call('Page.navigate', { url: `http://127.0.0.1:${port}${path}` });
    await until(`/total rows/.test(document.body?.innerText ?? '')`);
  };
  const show = async (html: string) => {
    const { frameTree } = await browser.call<{ frameTree: { frame: { id: string } } }>(
      'Page.getFrameTree',
      {},
      session,
    );
    await call('Page.setDocumentContent', { frameId: frameTree.frame.id, html });
  };
  return { session, evaluate, until, goto, show };
}
