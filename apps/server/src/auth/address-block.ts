import { isIPv6 } from 'node:net'

/**
 * What limits count an IP address by: an IPv4 address itself, also in its form for IPv6, and of an IPv6 address its
 * /64 network, because a single customer has at least that many addresses.
 */
export function addressBlock(address: string): string {
  if (!isIPv6(address)) return address
  const groups = expandGroups(address.split('%', 1)[0] ?? '')
  const [high = 0, low = 0] = groups.slice(6)
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff
  if (isMapped) return [high >> 8, high & 0xff, low >> 8, low & 0xff].join('.')
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`
}

/** The eight groups of an IPv6 address. Its last 32 bits may be written like an IPv4 address. */
function expandGroups(address: string): number[] {
  const [start = '', end] = address.split('::', 2)
  const first = parseGroups(start)
  if (end === undefined) return first
  const last = parseGroups(end)
  return [...first, ...Array<number>(8 - first.length - last.length).fill(0), ...last]
}

function parseGroups(text: string): number[] {
  if (text === '') return []
  return text.split(':').flatMap((group) => {
    if (!group.includes('.')) return [Number.parseInt(group, 16)]
    const [a = 0, b = 0, c = 0, d = 0] = group.split('.').map(Number)
    return [a * 256 + b, c * 256 + d]
  })
}
