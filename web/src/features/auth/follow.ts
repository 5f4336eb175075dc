/** Navigates to an address from the server if it is an http(s) URL, and returns whether it was. */
export function follow(url: string): boolean {
  const web = URL.canParse(url) && ['https:', 'http:'].includes(new URL(url).protocol);
  if (web) location.assign(url);
  return web;
}
