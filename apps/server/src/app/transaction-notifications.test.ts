import { HOUR_MS } from '@fieldhouse/domain/duration'
import type { LeagueTransaction } from '@fieldhouse/domain/rosters/transactions'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { inTransaction } from '../database/engine/database.ts'
import { noMailer } from '../mail/mail.ts'
import { writePart } from '../repositories/archive-store.ts'
import { runNow } from '../testing/run-jobs.ts'
import type { TestApp, TestClient } from '../testing/start-app.ts'
import { createTwoSeasons } from '../testing/two-seasons-fixture.ts'
import { buildTransaction } from '../testing/week-fixture.ts'
import { notificationJobKinds } from './jobs.ts'

let testApp: TestApp
let admin: TestClient
let player: TestClient
let leagueId: number
beforeEach(async () => {
  ;({ testApp, admin, player, leagueId } = await createTwoSeasons())
})
afterEach(() => testApp.close())

/** Runs the recurring job once, as the runner does each minute. */
async function runJob(): Promise<void> {
  const kinds = notificationJobKinds({
    db: testApp.db,
    settings: { secretKey: 'a secret key of at least 32 bytes', PUSH_ANYWHERE: false },
    mailer: noMailer({ warn: () => undefined }),
    mailPool: { slots: 1 },
    publicUrl: () => 'https://league.example',
    now: () => testApp.clock.now,
  })
  for (const kind of kinds) if (kind.schedule !== undefined) await runNow(kind)
}

const hoursAgo = (hours: number) => new Date(testApp.clock.now.getTime() - hours * HOUR_MS)

/** Stores the transactions of week 6, as a refresh at this time does. */
async function refresh(...transactions: Partial<LeagueTransaction>[]): Promise<void> {
  const week = { season: 2026, week: 6, transactions: transactions.map(buildTransaction) }
  const source = { receivedAt: testApp.clock.now, isFetched: true }
  await inTransaction(testApp.db, (transaction) =>
    writePart(transaction, leagueId, { name: 'transactions', week }, source),
  )
}

const listItems = async () => (await player.get('/api/inbox/')).body.items

const aTrade = (decidedAt: Date): Partial<LeagueTransaction> => ({
  id: 't1',
  kind: 'trade',
  bid: null,
  decidedAt,
  moves: [
    { playerId: 11, fromTeamId: 1, toTeamId: 2 },
    { playerId: 12, fromTeamId: 2, toTeamId: 1 },
  ],
  picks: [{ season: 2027, round: 1, originalTeamId: 2, fromTeamId: 2, toTeamId: 1 }],
})

it('tells every member of a new trade once, and opens it', async () => {
  await refresh(aTrade(hoursAgo(2)))
  await runJob()
  await refresh(aTrade(hoursAgo(2)))
  await runJob()
  expect(await listItems()).toMatchObject([
    {
      kind: 'trade',
      title: 'Trade in Harbour',
      body: 'Anchors get Ned Castle and 2027 1st-round pick. Buoys get Rook Calloway.',
      target: { tab: 'league social', view: 'trade', season: 2026, post: 't1' },
    },
  ])
})

it('combines the waiver claims of a day, without failed ones', async () => {
  await refresh(
    { id: 'w1', decidedAt: hoursAgo(3) },
    { id: 'w2', status: 'failed', decidedAt: hoursAgo(3) },
    {
      id: 'w3',
      bid: null,
      decidedAt: hoursAgo(3),
      moves: [
        { playerId: 12, fromTeamId: null, toTeamId: 2 },
        { playerId: 11, fromTeamId: 2, toTeamId: null },
      ],
    },
  )
  await runJob()
  expect(await listItems()).toMatchObject([
    {
      kind: 'waiver',
      title: '2 waiver claims in Harbour',
      body: 'Anchors add Rook Calloway for $7. Buoys add Ned Castle.',
      target: { tab: 'league social', view: 'waivers', season: 2026, post: null },
    },
  ])
})

it('tells the managers of a trade about comments of others, and opens the trade', async () => {
  await refresh(aTrade(hoursAgo(30)))
  const other = await testApp.registerUser('other')
  await admin.post('/api/league/Harbour/assign-team/', { league_team_id: 3, username: 'other' })
  const comments = '/api/league/Harbour/trades/2026/t1/comments/'
  await player.post(comments, { body: 'I win.' })
  await other.post(comments, { body: 'Sure?' })
  await runJob()
  await runJob()
  expect(await listItems()).toMatchObject([
    {
      kind: 'comment',
      title: 'other commented on your trade',
      body: 'Harbour: Sure?',
      target: { tab: 'league social', view: 'trade', season: 2026, post: 't1' },
    },
  ])
  // Only that they are a member now.
  expect((await other.get('/api/inbox/')).body.items).toMatchObject([{ kind: 'access' }])
})

it('says nothing about earlier transactions, or about those with a date in the future', async () => {
  await refresh(
    aTrade(hoursAgo(25)),
    { id: 'w1', decidedAt: hoursAgo(30) },
    { id: 'w2', decidedAt: hoursAgo(-5) },
  )
  await runJob()
  expect(await listItems()).toEqual([])
})

it('leaves out the kinds that a member turned off', async () => {
  await player.post('/api/notifications/', {
    kinds: [{ kind: 'trade', push: false, mail: false, inbox: false }],
  })
  await refresh(aTrade(hoursAgo(2)))
  await runJob()
  expect(await listItems()).toEqual([])
})
