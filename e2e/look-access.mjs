import { chromium } from '@playwright/test';
import { startServer } from './server.ts';
import http from 'node:http';
const s = await startServer();
console.log(s.url);
process.env.BASE_URL = s.url;
const { signIn, callsOf } = await import('./calls.ts');
const { stateOf } = await import('./people.ts');
const { speak } = await import('./screens.ts');
const { settings } = await import('@keyward/contract/settings');
const b = await chromium.launch({ executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium', args: ['--no-sandbox','--disable-gpu'] });
const cookie = await signIn('demo','admin');
const call = callsOf('demo', cookie);
const out='/tmp/access-look'; 
import fs from 'node:fs'; fs.mkdirSync(out,{recursive:true});
const { data: users } = await call((await import('@keyward/contract/profiles')).profiles.list, { query: { results_per_page: '50' } });
for (const lang of ['en','fr','ja-JP']) {
  await speak(call, lang);
  for (const [w,h] of [[1440,900],[390,844]]) for (const scheme of ['light','dark']) {
    if (lang!=='en' && scheme==='dark') continue;
    const c = await b.newContext({ baseURL: s.url, storageState: stateOf('demo', cookie), viewport: {width:w,height:h}, colorScheme: scheme, locale: lang, reducedMotion:'reduce' });
    const p = await c.newPage();
    const shot = async (n) => { await p.waitForLoadState('networkidle'); await p.screenshot({ path: `${out}/${n}-${lang}-${w}-${scheme}.png` }); };
    await p.goto('/access/roles'); await p.getByRole('grid').waitFor(); await shot('roles');
    if (lang!=='en' || scheme==='light') {
      const edit = p.locator('[id^=edit-]').nth(4);
      await edit.click({force:true}).catch(()=>{}); 
      const boxes = p.getByRole('grid').getByRole('combobox'); if (await boxes.count()) { await boxes.first().click(); await p.getByRole('option').first().click(); await shot('roles-edit'); }
    }
    await p.goto('/access/groups'); await p.getByRole('listitem').first().waitFor(); await shot('groups');
    await p.goto('/users'); await p.getByRole('row').nth(2).waitFor(); await p.getByRole('row').getByRole('checkbox').nth(1).check().catch(()=>{}); await shot('users');
    await p.goto(`/users?open=${users[2].id}`); await p.getByRole('dialog').waitFor(); await p.waitForTimeout(400); await shot('profile');
    await c.close();
  }
}
await b.close(); await s.stop();
