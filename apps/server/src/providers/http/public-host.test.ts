import { expect, it } from 'vitest'
import { isPublicAddress } from './public-hosts.ts'

it.each([
  '1.1.1.1',
  '142.250.1.1',
  '172.32.0.1',
  '2606:4700::1111',
  '2001:200::1',
  '2001:4860:4860::8888',
  '3ffe::1',
  '2a00:1450:4001::200e',
])('accepts the public address %s', (address) => {
  expect(isPublicAddress(address)).toBe(true)
})

it.each([
  '0.0.0.0',
  '10.1.2.3',
  '100.64.0.1',
  '127.0.0.1',
  '169.254.169.254',
  '172.16.0.1',
  '192.168.1.1',
  '198.18.0.1',
  '224.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::ffff:127.0.0.1',
  '::ffff:8.8.8.8',
  '64:ff9b::7f00:1',
  '2002:7f00:1::',
  '2001:0:7f00:1::',
  '2001:2::1',
  '2001:10::1',
  '2001:1f:ffff::1',
  '2001:20::1',
  '2001:2f:ffff::1',
  '2001:1ff:ffff::1',
  '2001:db8::1',
  '3fff::1',
  '3fff:fff:ffff::1',
  'fd00::1',
  'fe80::1',
  'ff02::1',
  'localhost',
  '',
])('rejects "%s"', (address) => {
  expect(isPublicAddress(address)).toBe(false)
})
