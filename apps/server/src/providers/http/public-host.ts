import { lookup } from 'node:dns'
import { BlockList, isIP, isIPv6, type LookupFunction } from 'node:net'

const PRIVATE_NETWORKS = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const

/**
 * IPv6 networks inside the global range that tunnel to other addresses, are reserved for documentation, or are
 * assigned to protocols: 2001::/23 includes Teredo, benchmarking and both ORCHID networks.
 */
const SPECIAL_NETWORKS = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const

const blockedNetworks = new BlockList()
for (const [network, bits] of PRIVATE_NETWORKS) blockedNetworks.addSubnet(network, bits, 'ipv4')
for (const [network, bits] of SPECIAL_NETWORKS) blockedNetworks.addSubnet(network, bits, 'ipv6')

const globalNetworks = new BlockList()
globalNetworks.addSubnet('2000::', 3, 'ipv6')

/** Whether an IP address is public: not loopback, private or reserved. False for anything else. */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0) return false
  return isIPv6(address)
    ? globalNetworks.check(address, 'ipv6') && !blockedNetworks.check(address, 'ipv6')
    : !blockedNetworks.check(address, 'ipv4')
}

export class PrivateAddressError extends Error {
  override name = 'PrivateAddressError'
}

/** Throws a PrivateAddressError for a host that is a private IP address, which Node does not look up. */
export function requirePublicHost(hostname: string): void {
  const host = hostname.replace(/^\[|\]$/g, '')
  if (isIP(host) !== 0 && !isPublicAddress(host)) throw privateAddressError()
}

/** A lookup for a connection. Fails for a host without a public address, so there is no second lookup to deceive. */
export const lookupPublicAddress: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    if (error !== null) return callback(error, [])
    const publicAddresses = addresses.filter(({ address }) => isPublicAddress(address))
    const [first] = publicAddresses
    if (first === undefined) return callback(privateAddressError(), [])
    if (options.all === true) return callback(null, publicAddresses)
    return callback(null, first.address, first.family)
  })
}

function privateAddressError(): PrivateAddressError {
  return new PrivateAddressError('the URL is not a public internet address')
}
