import { isIP, isIPv4 } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type IsTrustedProxy, unmapIPv4 } from './trusted-proxies.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The addresses that are counted as one client: an IPv4 address, or a /64 of IPv6 addresses. */
    addressBlock: string
  }
}

export function registerAddressBlocks(app: FastifyInstance, isTrusted: IsTrustedProxy): void {
  app.decorateRequest('addressBlock', {
    getter(this: FastifyRequest) {
      return addressBlockOf(clientAddressOf(this.ips ?? [this.ip], isTrusted))
    },
  })
}

/**
 * The address of the client among those that proxies report, nearest first. If all of them are in the ranges of
 * trusted proxies, the client may have made up the farthest ones, and only the one that the nearest proxy has seen is
 * reliable.
 */
export function clientAddressOf(addresses: readonly string[], isTrusted: IsTrustedProxy): string {
  const [peer = '', nearest = peer] = addresses
  const farthest = addresses.at(-1) ?? peer
  const address = isTrusted(farthest) ? nearest : farthest
  return isIP(address) === 0 ? peer : address
}

/** IPv6 networks give each customer a /64 or more, so one person has at least 2^64 addresses. */
export function addressBlockOf(address: string): string {
  const unmapped = unmapIPv4(address)
  if (isIPv4(unmapped)) return unmapped
  const [head = [], tail] = (unmapped.split('%')[0] ?? '').split('::').map(toGroups)
  const groups =
    tail === undefined
      ? head
      : [...head, ...Array.from({ length: 8 - head.length - tail.length }, () => 0), ...tail]
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`
}

function toGroups(part: string): number[] {
  if (part === '') return []
  return part.split(':').flatMap((group) => (isIPv4(group) ? [0, 0] : [Number.parseInt(group, 16)]))
}
