import type { Operation } from '@fieldhouse/contract/operation'
import { type Operations, operations } from '@fieldhouse/contract/operations'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTwoLeagues, type TwoLeagues } from '../testing/two-leagues.ts'
import { buildValidRequest, sendAs } from '../testing/valid-requests.ts'
import { type WatchedRows, watchRows } from '../testing/watched-rows.ts'

type OperationName = keyof Operations

const LEAGUE_OPERATIONS = (Object.entries(operations) as [OperationName, Operation][]).filter(([, { url }]) =>
  url.includes(':league'),
)

let fixture: TwoLeagues
let rows: WatchedRows
beforeAll(async () => {
  fixture = await createTwoLeagues()
  rows = await watchRows(fixture.testApp.db)
})
afterAll(() => fixture.testApp.close())

/** They take files away, which nothing puts back. */
const FILE_DELETING_OPERATIONS: readonly OperationName[] = ['deleteMedia', 'deleteLeague']

/** The calls of the league of this name that the admin is refused. */
async function listRejectedOperations(name: string, calls: typeof LEAGUE_OPERATIONS) {
  const { boss } = fixture.clients
  await rows.clearRateLimits()
  const renamed = await boss.post('/api/league/Harbour/settings/', { name })
  expect(renamed.body.settings?.name).toBe(name)
  const refused: unknown[] = []
  for (const [call, operation] of calls) {
    const { url, ...right } = await buildValidRequest(fixture, call, 'boss', 'Harbour')
    const request = {
      ...right,
      url: url.replace('/league/Harbour/', `/league/${encodeURIComponent(name)}/`),
      ...(call === 'deleteLeague' ? { body: JSON.stringify({ name }) } : {}),
    }
    const { status, body } = await sendAs(fixture, 'boss', operation, request)
    if (status !== 200) refused.push([call, status, body.toString()])
    if (operation.method === 'GET') continue
    await rows.restore()
    await boss.post('/api/league/Harbour/settings/', { name })
  }
  await rows.restore()
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
  const calls = LEAGUE_OPERATIONS.filter(([call]) => !FILE_DELETING_OPERATIONS.includes(call))
  expect(await listRejectedOperations(name, calls)).toEqual([])
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
  const answer = await fixture.clients.boss.post('/api/league/Harbour/settings/', { name })
  expect([answer.body.code, await rows.restore()]).toEqual([code, []])
})

it('a league called like a path can be taken away, and its pictures', async () => {
  const calls = LEAGUE_OPERATIONS.filter(([call]) => FILE_DELETING_OPERATIONS.includes(call))
  expect([calls.length, await listRejectedOperations('a/b', calls)]).toEqual([
    FILE_DELETING_OPERATIONS.length,
    [],
  ])
})
