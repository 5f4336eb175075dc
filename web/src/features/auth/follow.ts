/** Sends the browser to an address that the server named: only to one of the web, whatever it says. Was it one? */
export function follow(url: string): boolean {
  const web = URL.canParse(url) && ['https:', 'http:'].includes(new URL(url).protocol);
  if (web) location.assign(url);
  return web;
}
