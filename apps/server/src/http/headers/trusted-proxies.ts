import { BlockList, isIPv4 } from 'node:net'

const NAMED_RANGES: Record<string, readonly string[]> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
}

export type IsTrustedProxy = (address: string | undefined) => boolean

/** Parses `TRUST_PROXY`, whose format was validated at startup. Without the setting, no address is trusted. */
export function parseTrustedProxies(setting: string | undefined): IsTrustedProxy {
  const ranges = new BlockList()
  const entries = setting?.split(',').map((entry) => entry.trim()) ?? []
  for (const range of entries.flatMap((entry) => NAMED_RANGES[entry] ?? [entry])) {
    const [address = '', bits] = range.split('/')
    const unmapped = unmapIPv4(address)
    const family = familyOf(unmapped)
    if (bits === undefined) ranges.addAddress(unmapped, family)
    else ranges.addSubnet(unmapped, Number(bits), family)
  }
  return (address) => {
    if (address === undefined) return false
    const unmapped = unmapIPv4(address)
    return ranges.check(unmapped, familyOf(unmapped))
  }
}

/** Dual-stack sockets report IPv4 addresses in IPv6 notation. */
export function unmapIPv4(address: string): string {
  const rest = address.replace(/^::ffff:/i, '')
  return isIPv4(rest) ? rest : address
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIPv4(address) ? 'ipv4' : 'ipv6'
}
