import { lookup } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import { isPublicAddress } from './public-address.ts'

/** The host is not on the public internet. */
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
