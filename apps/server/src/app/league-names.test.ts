import type { Operation } from '@fieldhouse/contract/operation'
import { type Operations, operations } from '@fieldhouse/contract/operations'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { rightRequest, sendAs } from '../testing/right-requests.ts'
import { type TwoLeagues, twoLeagues } from '../testing/two-leagues.ts'
import { type WatchedRows, watchRows } from '../testing/watched-rows.ts'

type Name = keyof Operations

const OF_LEAGUES = (Object.entries(operations) as [Name, Operation][]).filter(([, { url }]) =>
  url.includes(':league'),
)

let house: TwoLeagues
let rows: WatchedRows
beforeAll(async () => {
  house = await twoLeagues()
  rows = await watchRows(house.world.db)
})
afterAll(() => house.world.close())

it.each([
  'a/b',
  '/',
  '%2F',
  '%2e%2e%2f',
  '../..',
  '...',
  '?x=1#y',
  'a\\b',
  '100%',
  '%00',
  '%E0%A4%A',
  ':league',
  '*',
  'a;b=c&d+e',
  '"><script>',
  "'; drop table leagues; --",
  '__proto__',
  'null',
  'events',
  'النادي \u202eHarbour\u200f',
  '👨‍👩‍👧 🏈',
  'Harbo\u0308ur',
  '🏈'.repeat(100),
])('a league called %j works in every call', async (name) => {
  const { boss } = house.visitors
  await rows.forgetTries()
  const renamed = await boss.post('/api/league/Harbour/settings/', { name })
  expect(renamed.body.settings?.name).toBe(name)
  const refused: unknown[] = []
  for (const [call, operation] of OF_LEAGUES) {
    const { url, ...right } = await rightRequest(house, call, 'boss', 'Harbour')
    const request = {
      ...right,
      url: url.replace('/league/Harbour/', `/league/${encodeURIComponent(name)}/`),
      ...(call === 'deleteLeague' ? { body: JSON.stringify({ name }) } : {}),
    }
    const { status, body } = await sendAs(house, 'boss', operation, request)
    if (status !== 200) refused.push([call, status, body.toString()])
    if (operation.method === 'GET') continue
    await rows.putBack()
    await boss.post('/api/league/Harbour/settings/', { name })
  }
  await rows.putBack()
  expect(refused).toEqual([])
})

it.each([
  ['.', 'invalid_input'],
  ['..', 'invalid_input'],
  ['  ', 'league_name_required'],
  ['a\0b', 'invalid_input'],
  ['a\u0007b', 'invalid_input'],
  ['\ud83c', 'invalid_input'],
  ['🏈'.repeat(101), 'invalid_input'],
  ['  ISLAND ', 'league_name_taken'],
])('a league cannot take the name %j', async (name, code) => {
  const answer = await house.visitors.boss.post('/api/league/Harbour/settings/', { name })
  expect([answer.body.code, await rows.putBack()]).toEqual([code, []])
})
