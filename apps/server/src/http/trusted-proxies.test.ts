import { expect, it } from 'vitest'
import { parseTrustedProxies } from './request-origin.ts'

it.each([
  ['loopback', '127.0.0.1', true],
  ['loopback', '127.8.8.8', true],
  ['loopback', '::1', true],
  ['loopback', '::ffff:127.0.0.1', true],
  ['loopback', '128.0.0.1', false],
  ['linklocal', '169.254.7.7', true],
  ['linklocal', 'fe80::1', true],
  ['uniquelocal', '10.255.255.255', true],
  ['uniquelocal', '172.31.0.1', true],
  ['uniquelocal', '172.32.0.1', false],
  ['uniquelocal', '192.168.1.1', true],
  ['uniquelocal', 'fd00::1', true],
  ['uniquelocal', '::ffff:192.168.1.1', true],
  ['10.0.0.1', '10.0.0.1', true],
  ['10.0.0.1', '10.0.0.2', false],
  ['::ffff:10.0.0.1', '10.0.0.1', true],
  ['10.0.0.0/8', '10.9.9.9', true],
  ['10.0.0.0/8', '11.0.0.1', false],
  ['2001:db8::/32', '2001:db8:1::7', true],
  ['2001:db8::/32', '2001:db9::7', false],
  ['203.0.113.1, loopback', '127.0.0.1', true],
  ['203.0.113.1, loopback', '203.0.113.1', true],
])('with TRUST_PROXY=%s, whether %s is trusted is %s', (setting, address, isTrusted) => {
  expect(parseTrustedProxies(setting)(address)).toBe(isTrusted)
})

it('trusts no address without the setting, and never an unknown address', () => {
  expect(parseTrustedProxies(undefined)('127.0.0.1')).toBe(false)
  expect(parseTrustedProxies('loopback')(undefined)).toBe(false)
})
