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

/** They take files away, which nothing puts back. */
const TAKE_FILES: readonly Name[] = ['deleteMedia', 'deleteLeague']

/** The calls of the league of this name that the admin is refused. */
async function refusedCalls(name: string, calls: typeof OF_LEAGUES) {
  const { boss } = house.visitors
  await rows.forgetTries()
  const renamed = await boss.post('/api/league/Harbour/settings/', { name })
  expect(renamed.body.settings?.name).toBe(name)
  const refused: unknown[] = []
  for (const [call, operation] of calls) {
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
  return refused
}

it.each([
  'a/b',
  '%2e%2e%2f',
  '?x=1#y',
  '%E0%A4%A',
  "'; drop table leagues; --",
  '__proto__',
  'النادي \u202eHarbo\u0308ur\u200f 🏈',
])('a league called %j works in every call', async (name) => {
  const calls = OF_LEAGUES.filter(([call]) => !TAKE_FILES.includes(call))
  expect(await refusedCalls(name, calls)).toEqual([])
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

it('a league called like a path can be taken away, and its pictures', async () => {
  const calls = OF_LEAGUES.filter(([call]) => TAKE_FILES.includes(call))
  expect([calls.length, await refusedCalls('a/b', calls)]).toEqual([TAKE_FILES.length, []])
})
