import type { Operation } from '@fieldhouse/contract/operation'
import { type Operations, operations } from '@fieldhouse/contract/operations'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { IS_NET } from '../testing/is-net.ts'
import { createTwoLeagues, type TwoLeagues } from '../testing/two-leagues.ts'
import { AUTHOR_OPERATIONS, buildValidRequest, sendAs } from '../testing/valid-requests.ts'
import { type WatchedRows, waitForJobOf, watchRows } from '../testing/watched-rows.ts'

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

/** They delete files, which `rows.restore` cannot bring back. */
const FILE_DELETING_OPERATIONS: readonly OperationName[] = [
  'deleteMedia',
  'uploadOwnerPicture',
  'deleteOwnerPicture',
  'uploadTrophyPicture',
  'deleteTrophyPicture',
  'deleteLeague',
]

/** Renames the league, and returns the operations that fail for its admin. */
async function listRejectedOperations(name: string, entries: typeof LEAGUE_OPERATIONS) {
  const { boss } = fixture.clients
  await rows.clearRateLimits()
  const renamed = await boss.post('/api/league/Harbour/settings/', { name })
  expect(renamed.body.settings?.name).toBe(name)
  const rejected: unknown[] = []
  for (const [operationName, operation] of entries) {
    const actor = AUTHOR_OPERATIONS.includes(operationName) ? 'player' : 'boss'
    const { url, ...validRequest } = await buildValidRequest(fixture, operationName, actor, 'Harbour')
    const request = {
      ...validRequest,
      url: url.replace('/league/Harbour/', `/league/${encodeURIComponent(name)}/`),
      ...(operationName === 'deleteLeague' ? { body: JSON.stringify({ name }) } : {}),
    }
    const { status, body } = await sendAs(fixture, actor, operation, request)
    if (status !== 200) rejected.push([operationName, status, body.toString()])
    if (operation.method === 'GET') continue
    await waitForJobOf(operationName, fixture.testApp.db)
    await rows.restore()
    await boss.post('/api/league/Harbour/settings/', { name })
  }
  await rows.restore()
  return rejected
}

/** One name with what is special in a path, and one with what is special in text. The others have it one by one. */
const NAMES = [
  '%2e%2e/b?x=1#%E0%A4%A',
  'النادي \u202eHarbo\u0308ur\u200f 🏈',
  ...(IS_NET ? ['a/b', '%2e%2e%2f', '?x=1#y', '%E0%A4%A', "'; drop table leagues; --", '__proto__'] : []),
]

it.each(NAMES)('every operation works for a league named %j', async (name) => {
  const entries = LEAGUE_OPERATIONS.filter(([operation]) => !FILE_DELETING_OPERATIONS.includes(operation))
  expect(await listRejectedOperations(name, entries)).toEqual([])
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
])('rejects the league name %j', async (name, code) => {
  const response = await fixture.clients.boss.post('/api/league/Harbour/settings/', { name })
  expect([response.body.code, await rows.restore()]).toEqual([code, []])
})

it('deletes a league named like a path, and its pictures', async () => {
  const entries = LEAGUE_OPERATIONS.filter(([operation]) => FILE_DELETING_OPERATIONS.includes(operation))
  expect([entries.length, await listRejectedOperations('a/b', entries)]).toEqual([
    FILE_DELETING_OPERATIONS.length,
    [],
  ])
})
