import { afterEach, beforeEach, expect, it } from 'vitest'
import { connect, type Db } from '../database/engine/database.ts'
import { refreshSchedule } from '../features/refresh/refresh-job.ts'
import { noMailer } from '../mail/mail.ts'
import { seasonRow } from '../repositories/stored-seasons.ts'
import { createJobContext } from '../testing/job-context.ts'
import { runNow } from '../testing/run-jobs.ts'
import { buildStoredSeason } from '../testing/season-fixture.ts'
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import { createRecapJob, notificationJobKinds } from './jobs.ts'

/** 9 AM in Chicago on the Tuesday after week 1 of 2026, and the end of that week's Sunday there. */
const TUESDAY = new Date('2026-09-15T14:00:00Z')
const MONDAY = new Date('2026-09-14T05:00:00Z')

let database: TestDatabase
let countingDb: Db
let statements: string[]
beforeEach(async () => {
  database = await createTestDatabase()
  statements = []
  countingDb = connect(database.address, ({ sql }) => void statements.push(sql))
})
afterEach(async () => {
  await countingDb.destroy()
  await database.drop()
})

const now = () => TUESDAY
const signal = new AbortController().signal

/** Adds leagues with these ids, each with a season and a member with a push subscription. */
async function addLeagues(from: number, to: number, fetchedAt: Date): Promise<void> {
  const { db } = database
  const ids = Array.from({ length: to - from + 1 }, (_, index) => from + index)
  const createdAt = TUESDAY.getTime()
  const calendar = { regularSeasonPeriods: null, periods: [], playoffTeams: null }
  const season = buildStoredSeason({ calendar, members: [], teams: [], games: [] })
  const rows = <Row>(buildRow: (id: number) => Row) => ids.map(buildRow)
  await db
    .insertInto('users')
    .values(
      rows((id) => ({
        username: `member${id}`,
        username_key: `member${id}`,
        email: '',
        email_key: null,
        first_name: 'Rosa',
        last_name: 'Field',
        password_hash: '',
        is_admin: 0,
        is_staff: 0,
        created_at: createdAt,
      })),
    )
    .execute()
  await db
    .insertInto('leagues')
    .values(
      rows((id) => ({
        name: `League ${id}`,
        name_key: `league ${id}`,
        espn_league_id: id,
        has_betslip: 1,
        created_at: createdAt,
        refresh_due_at: createdAt + 86_400_000,
      })),
    )
    .execute()
  const member = (id: number) => ({ league_id: id, user_id: id, created_at: createdAt })
  await db
    .insertInto('memberships')
    .values(rows((id) => ({ ...member(id), role: 'player' as const })))
    .execute()
  await db
    .insertInto('sessions')
    .values(
      rows((id) => ({
        token_hash: `session ${id}`,
        user_id: id,
        created_at: createdAt,
        seen_at: createdAt,
        expires_at: createdAt,
        user_agent: null,
      })),
    )
    .execute()
  await db
    .insertInto('push_subscriptions')
    .values(
      rows((id) => ({
        user_id: id,
        endpoint: `https://push.example/${id}`,
        p256dh: '',
        auth: '',
        created_at: createdAt,
        session_hash: `session ${id}`,
      })),
    )
    .execute()
  await db
    .insertInto('seasons')
    .values(rows((id) => seasonRow(id, { ...season, fetchedAt })))
    .execute()
  await db
    .insertInto('refreshes')
    .values(rows((id) => ({ league_id: id, last_status: 'ok' as const, updated_at: createdAt })))
    .execute()
}

async function countStatements(work: () => Promise<unknown>): Promise<number> {
  statements = []
  await work()
  return statements.length
}

const runNotifications = async () => {
  const kinds = notificationJobKinds({
    db: countingDb,
    settings: { secretKey: 'a secret key of at least 32 bytes', PUSH_ANYWHERE: false },
    mailer: noMailer({ warn: () => undefined }),
    mailPool: { slots: 1 },
    publicUrl: () => 'https://league.example',
    now,
  })
  for (const kind of kinds) if (kind.schedule !== undefined) await runNow(kind)
}

const runRefreshSchedule = async () => {
  const leagues = await database.db.selectFrom('leagues').select('id').execute()
  await refreshSchedule({
    db: countingDb,
    isOn: true,
    takeViewedLeagues: () => leagues.map(({ id }) => id),
    requestJob: async () => undefined,
    now,
    systemNow: now,
  })(3)
}

it.each([
  ['notifications', runNotifications],
  ['refreshes of viewed leagues', runRefreshSchedule],
  [
    'recaps of weeks without final scores',
    () => createRecapJob(createJobContext(countingDb, now)).run(signal),
  ],
])('runs as many statements for %s of thirty leagues as of six', async (_, work) => {
  await addLeagues(1, 3, new Date(MONDAY.getTime() - 1))
  // The first run also creates the server's push keys, which deletes the existing subscriptions.
  await work()
  await addLeagues(4, 6, new Date(MONDAY.getTime() - 1))
  const statementCount = await countStatements(work)
  expect(statementCount).toBeGreaterThan(0)
  await addLeagues(7, 30, new Date(MONDAY.getTime() - 1))
  expect(await countStatements(work)).toBe(statementCount)
})

it('checks for a recap in a league that was refreshed since the week ended', async () => {
  await addLeagues(1, 1, new Date(MONDAY.getTime() - 1))
  const run = () => createRecapJob(createJobContext(countingDb, now)).run(signal)
  const before = await countStatements(run)
  await addLeagues(2, 2, MONDAY)
  expect(await countStatements(run)).toBeGreaterThan(before)
})
