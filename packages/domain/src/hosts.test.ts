import { expect, it } from 'vitest'
import { whoCanOpen } from './hosts.ts'

it.each([
  ['localhost', 'machine'],
  ['fieldhouse.localhost', 'machine'],
  ['127.0.0.1', 'machine'],
  ['[::1]', 'machine'],
  ['192.168.1.20', 'network'],
  ['10.0.0.7', 'network'],
  ['172.31.0.2', 'network'],
  ['172.32.0.2', 'anybody'],
  ['100.101.1.2', 'network'],
  ['[fd12::7]', 'network'],
  ['nas', 'network'],
  ['nas.local', 'network'],
  ['league.example', 'anybody'],
  ['203.0.113.7', 'anybody'],
  ['127.0.0.1.league.example', 'anybody'],
])('whoCanOpen(%s) is %s', (hostname, who) => {
  expect(whoCanOpen(hostname)).toBe(who)
})
