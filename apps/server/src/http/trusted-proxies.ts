import { BlockList, isIPv4 } from 'node:net'

/** The ranges that have names. */
const NAMED_RANGES: Record<string, readonly string[]> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
}

/** Whether what an address says of whom it speaks for is believed. */
export type IsTrustedProxy = (address: string | undefined) => boolean

/** Reads the setting `TRUST_PROXY`, whose form is checked at the start; without it nobody is trusted. */
export function parseTrustedProxies(setting: string | undefined): IsTrustedProxy {
  const ranges = new BlockList()
  const entries = setting?.split(',').map((entry) => entry.trim()) ?? []
  for (const range of entries.flatMap((entry) => NAMED_RANGES[entry] ?? [entry])) {
    const [address = '', bits] = range.split('/')
    const bare = unmapIPv4(address)
    const family = familyOf(bare)
    if (bits === undefined) ranges.addAddress(bare, family)
    else ranges.addSubnet(bare, Number(bits), family)
  }
  return (address) => {
    if (address === undefined) return false
    const bare = unmapIPv4(address)
    return ranges.check(bare, familyOf(bare))
  }
}

/** A socket for both families names an IPv4 address in IPv6's way. */
function unmapIPv4(address: string): string {
  const rest = address.replace(/^::ffff:/i, '')
  return isIPv4(rest) ? rest : address
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIPv4(address) ? 'ipv4' : 'ipv6'
}
