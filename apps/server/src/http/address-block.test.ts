import { describe, expect, it } from 'vitest'
import { addressBlockOf, clientAddressOf, parseTrustedProxies } from './request-origin.ts'

it.each([
  ['203.0.113.9', '203.0.113.9'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002::6', '2001:db8:1:2::/64'],
  ['2001:db8::6', '2001:db8:0:0::/64'],
  ['2001:db8:1::', '2001:db8:1:0::/64'],
  ['64:ff9b::203.0.113.9', '64:ff9b:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
])('counts %s as %s', (address, block) => {
  expect(addressBlockOf(address)).toBe(block)
})

describe('clientAddressOf', () => {
  const isTrusted = parseTrustedProxies('loopback, 10.0.0.0/8')

  it.each([
    { addresses: ['203.0.113.9'], client: '203.0.113.9' },
    { addresses: ['127.0.0.1', '203.0.113.9'], client: '203.0.113.9' },
    { addresses: ['127.0.0.1', '10.0.0.7', '203.0.113.9'], client: '203.0.113.9' },
    // The client is in the range of the proxies, and sent the last ones itself.
    { addresses: ['127.0.0.1', '10.0.0.7', '10.0.0.8', '10.0.0.9'], client: '10.0.0.7' },
    { addresses: ['127.0.0.1'], client: '127.0.0.1' },
    { addresses: ['127.0.0.1', 'unknown'], client: '127.0.0.1' },
  ])('returns $client for $addresses', ({ addresses, client }) => {
    expect(clientAddressOf(addresses, isTrusted)).toBe(client)
  })
})
