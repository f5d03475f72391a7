import type { NetworkInterfaceInfo } from 'node:os'
import { expect, it } from 'vitest'
import { findLanAddress } from './program.ts'

const address = (text: string, more: Partial<NetworkInterfaceInfo> = {}) =>
  ({ address: text, family: 'IPv4', internal: false, ...more }) as NetworkInterfaceInfo

it.each([
  [
    'a private address',
    { en0: [address('fe80::1', { family: 'IPv6' }), address('192.168.1.20')] },
    '192.168.1.20',
  ],
  [
    'a private address before a public one',
    { eth0: [address('203.0.113.7')], wlan0: [address('10.0.0.4')] },
    '10.0.0.4',
  ],
  ['a public address without another one', { eth0: [address('203.0.113.7')] }, '203.0.113.7'],
  ['no address of containers', { docker0: [address('172.17.0.1')], 'br-1': [address('172.18.0.1')] }, null],
  ['no address of this machine only', { lo: [address('127.0.0.1', { internal: true })] }, null],
])('finds %s', (_, interfaces, expected) => {
  expect(findLanAddress(interfaces)).toBe(expected)
})
