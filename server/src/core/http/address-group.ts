import { isIPv6 } from 'node:net';

/**
 * The key under which attempts from an address are counted. A subscriber has a whole /64 of IPv6 (RFC 6177), so its
 * addresses share one key; an IPv4 address has its own, also in its mapped form (::ffff:192.0.2.1).
 */
export function addressGroup(address: string): string {
  const [bare = ''] = address.split('%');
  if (!isIPv6(bare)) return bare;
  // the URL parser prints an address in canonical form (RFC 5952)
  const canonical = new URL(`http://[${bare}]`).hostname.slice(1, -1);
  const mapped = /^::ffff:([0-9a-f]+):([0-9a-f]+)$/.exec(canonical);
  if (mapped) {
    const bytes = mapped.slice(1).flatMap((part) => [Number.parseInt(part, 16) >> 8, Number.parseInt(part, 16) & 255]);
    return bytes.join('.');
  }
  const [start = '', end] = canonical.split('::');
  const parts = (text: string | undefined) => (text ? text.split(':') : []);
  const groups = [...parts(start)];
  const zeros = end === undefined ? 0 : 8 - groups.length - parts(end).length;
  const all = [...groups, ...Array.from({ length: zeros }, () => '0'), ...parts(end)];
  return `${all.slice(0, 4).join(':')}::/64`;
}
