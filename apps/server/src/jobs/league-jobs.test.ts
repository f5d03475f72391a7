import { DAY_MS } from '@fieldhouse/domain/duration'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { connect, type Db } from '../database/engine/database.ts'
import { recordAuditEntry } from '../repositories/audit.ts'
import { createBarrier } from '../testing/barrier.ts'
import { buildRunningJob } from '../testing/league-job-fixture.ts'
import { createMemoryLog } from '../testing/memory-log.ts'
import { createTestRunner } from '../testing/run-jobs.ts'
import { SUNDAY } from '../testing/start-app.ts'
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import { type JobOutcome, type JobRun, type LeagueJobRun, leagueRun, ServerStoppingError } from './job.ts'
import type { JobRunner, JobRunnerOptions } from './job-runner.ts'
import { releaseAllLeases } from './job-store.ts'

let database: TestDatabase
/** The system clock. */
let clock: { now: Date }
let cleanups: (() => Promise<unknown>)[]
beforeEach(async () => {
  database = await createTestDatabase()
  clock = { now: SUNDAY }
  for (const name of ['Harbour', 'Island', 'Reef', 'Shoal']) {
    await database.db
      .insertInto('leagues')
      .values({ name, name_key: name, espn_league_id: 1, has_betslip: 0, created_at: 0 })
      .execute()
  }
  await database.db
    .insertInto('users')
    .values({
      username: 'boss',
      username_key: 'boss',
      email: '',
      first_name: '',
      last_name: '',
      password_hash: '',
      is_admin: 1,
      is_staff: 1,
      created_at: 0,
    })
    .execute()
  cleanups = []
})
afterEach(async () => {
  for (const cleanUp of cleanups) await cleanUp()
  await database.drop()
})

type Work = (run: LeagueJobRun) => Promise<JobOutcome>

const DONE = { hasFailed: false, step: 'Done.', result: { is: 'done' } }

function createRunner(work: Work, overrides: Partial<JobRunnerOptions> & { db?: Db } = {}) {
  const { db = database.db, ...options } = overrides
  const pool = { slots: 3 }
  const kind = { run: (run: JobRun) => work(leagueRun(run)), pool, keepsFinished: true } as const
  const runner = createTestRunner(
    db,
    [
      { ...kind, kind: 'backfill', maxConcurrent: 2 },
      { ...kind, kind: 'refresh', isShort: true, maxConcurrent: 3 },
    ],
    { now: () => SUNDAY, systemNow: () => clock.now, pollIntervalMs: 5, ...options },
  )
  cleanups.unshift(() => runner.stop(1000))
  return runner
}

/** A second connection to the same database, as another process would have. */
function openSecondConnection(): Db {
  const db = connect(database.address)
  cleanups.push(() => db.destroy())
  return db
}

const backfill = (leagueId = 1, payload: unknown = {}) =>
  ({ leagueId, kind: 'backfill', payload, requestedBy: 1 }) as const

const refresh = (leagueId = 1) => ({ ...backfill(leagueId), kind: 'refresh' }) as const

async function requestJob(runner: JobRunner, job: Parameters<JobRunner['requestForLeague']>[0] = backfill()) {
  const result = await runner.requestForLeague(job)
  if ('open' in result) throw new Error(`a ${result.open} is unfinished`)
  return result.id
}

const readJobRow = () =>
  database.db.selectFrom('jobs').selectAll().orderBy('id', 'desc').executeTakeFirstOrThrow()

const Payload = z.object({ remaining: z.array(z.int()) })

/** Processes the numbers in its payload one by one, writing an audit entry for each. Calls `before` first. */
function countingJob(
  before: (step: number, run: LeagueJobRun) => Promise<void> = async () => undefined,
): Work {
  return async (run) => {
    let { remaining } = Payload.parse(run.payload)
    for (const step of remaining) {
      await before(step, run)
      remaining = await run.saveCheckpoint(async (transaction) => {
        await recordAuditEntry(transaction, {
          at: SUNDAY,
          actor: null,
          action: 'league.backfill',
          detail: { step },
        })
        const result = remaining.filter((other) => other !== step)
        return {
          checkpoint: {
            payload: { remaining: result },
            step: `Did ${step}`,
            done: 5 - result.length,
            total: 5,
          },
          result,
        }
      })
    }
    return DONE
  }
}

const FIVE_STEPS = { remaining: [1, 2, 3, 4, 5] }

async function readDoneSteps(): Promise<number[]> {
  const rows = await database.db.selectFrom('audit_log').select('detail').orderBy('id').execute()
  return rows.map((row) => JSON.parse(row.detail).step)
}

describe('league job runner', () => {
  it('starts a job immediately and reports its progress', async () => {
    const runner = createRunner(countingJob())
    const id = await requestJob(runner, backfill(1, FIVE_STEPS))
    expect(await runner.waitForOutcome(id)).toEqual(DONE)
    expect(await readDoneSteps()).toEqual([1, 2, 3, 4, 5])
    expect(await readJobRow()).toMatchObject({
      status: 'done',
      step: 'Done.',
      done: 5,
      total: 5,
      lease_token: null,
    })
    const events = await database.db.selectFrom('league_events').selectAll().orderBy('id').execute()
    expect(events.map(({ name, data }) => [name, JSON.parse(data)])).toEqual([
      ...[1, 2, 3, 4, 5].map((step) => [
        'refresh',
        { job: 'backfill', state: 'running', step: `Did ${step}`, done: step, total: 5 },
      ]),
      ['refresh', { job: 'backfill', state: 'done', step: 'Done.', done: 5, total: 5 }],
    ])
  })

  it('runs one job per league and several leagues at the same time', async () => {
    const barrier = createBarrier()
    const started: number[] = []
    const runner = createRunner(async ({ leagueId }) => {
      started.push(leagueId)
      await barrier.released
      return DONE
    })
    const first = await requestJob(runner)
    expect(await runner.requestForLeague(refresh())).toEqual({
      open: 'backfill',
      id: first,
      isScheduled: false,
    })
    const others = [
      await requestJob(runner, refresh(2)),
      await requestJob(runner, refresh(3)),
      await requestJob(runner, refresh(4)),
    ]
    await expect.poll(() => started).toEqual([1, 2, 3])
    barrier.release()
    for (const id of others) expect(await runner.waitForOutcome(id)).toEqual(DONE)
    expect(started).toEqual([1, 2, 3, 4])
    expect('id' in (await runner.requestForLeague(refresh()))).toBe(true)
  })

  it('reserves a slot for short jobs', async () => {
    const barrier = createBarrier()
    const started: string[] = []
    const runner = createRunner(async ({ leagueId }) => {
      started.push(`league ${leagueId}`)
      await barrier.released
      return DONE
    })
    for (const leagueId of [1, 2, 3]) await requestJob(runner, backfill(leagueId))
    await expect.poll(() => started).toHaveLength(2)
    await requestJob(runner, refresh(4))
    await expect.poll(() => started).toEqual(['league 1', 'league 2', 'league 4'])
    barrier.release()
    await runner.settled()
    expect(started.at(-1)).toBe('league 3')
  })

  it('runs a job in only one of several processes', async () => {
    let runs = 0
    const work: Work = async () => {
      runs += 1
      return DONE
    }
    const runners = [
      createRunner(work),
      createRunner(work, { db: openSecondConnection() }),
      createRunner(work),
    ]
    for (let count = 0; count < 5; count += 1) {
      await database.db
        .insertInto('jobs')
        .values(buildRunningJob({ status: 'queued', lease_token: null, lease_until: null, payload: '{}' }))
        .execute()
      await Promise.all(runners.map((runner) => runner.poll()))
      await Promise.all(runners.map((runner) => runner.settled()))
    }
    expect(runs).toBe(5)
  })

  it('stores a failed job without its error message', async () => {
    const { log, lines } = createMemoryLog()
    const work: Work = async () => {
      throw new Error('undefined is not a function')
    }
    const runner = createRunner(work, { log })
    const outcome = await runner.waitForOutcome(await requestJob(runner))
    expect(outcome).toEqual({
      hasFailed: true,
      step: 'Something went wrong on our end. Try again.',
      result: null,
    })
    expect(lines.join()).toContain('undefined is not a function')
    expect(await readJobRow()).toMatchObject({ status: 'failed' })
  })

  it('returns undefined to waiters when the league was deleted', async () => {
    const runner = createRunner(async () => DONE)
    const id = await requestJob(runner)
    await runner.settled()
    await database.db.deleteFrom('leagues').where('id', '=', 1).execute()
    expect(await runner.waitForOutcome(id)).toBe(undefined)
  })
})

describe('league job lease', () => {
  it('expires when its process dies, and another process does the remaining work once', async () => {
    const barrier = createBarrier()
    const dead = createRunner(
      countingJob((step) => (step === 3 ? barrier.released : Promise.resolve())),
      {
        db: openSecondConnection(),
        renewIntervalMs: 1e9,
      },
    )
    const id = await requestJob(dead, backfill(1, FIVE_STEPS))
    await expect.poll(readDoneSteps).toHaveLength(2)
    const successor = createRunner(countingJob())
    await successor.poll()
    await successor.settled()
    expect(await readDoneSteps()).toHaveLength(2)
    clock.now = new Date(SUNDAY.getTime() + 31_000)
    await successor.poll()
    expect(await successor.waitForOutcome(id)).toEqual(DONE)
    barrier.release()
    await dead.settled()
    expect(await readDoneSteps()).toEqual([1, 2, 3, 4, 5])
    expect(await readJobRow()).toMatchObject({ status: 'done' })
  })

  it('expires even if it was acquired before the clock was set back', async () => {
    const tomorrow = SUNDAY.getTime() + 24 * 60 * 60_000
    await database.db
      .insertInto('jobs')
      .values(buildRunningJob({ lease_until: tomorrow }))
      .execute()
    const successor = createRunner(async () => DONE)
    await successor.poll()
    await successor.settled()
    expect(await readJobRow()).toMatchObject({ status: 'done' })
  })

  it('is renewed while the process is alive', async () => {
    const barrier = createBarrier()
    const runner = createRunner(
      async ({ signal }) => {
        await barrier.released
        signal.throwIfAborted()
        return DONE
      },
      { renewIntervalMs: 5 },
    )
    const id = await requestJob(runner)
    await expect.poll(async () => (await readJobRow()).status).toBe('running')
    for (let minutes = 1; minutes < 4; minutes += 1) {
      clock.now = new Date(SUNDAY.getTime() + minutes * 60_000)
      await expect.poll(async () => (await readJobRow()).lease_until).toBe(clock.now.getTime() + 30_000)
    }
    barrier.release()
    expect(await runner.waitForOutcome(id)).toEqual(DONE)
  })

  it('does not let a process start its own running job again when the clock is set forward', async () => {
    const barrier = createBarrier()
    let startCount = 0
    const runner = createRunner(
      async () => {
        startCount += 1
        await barrier.released
        return DONE
      },
      { renewIntervalMs: 1e9 },
    )
    const id = await requestJob(runner)
    await expect.poll(() => startCount).toBe(1)
    clock.now = new Date(SUNDAY.getTime() + 24 * 60 * 60_000)
    await runner.poll()
    barrier.release()
    expect(await runner.waitForOutcome(id)).toEqual(DONE)
    await runner.settled()
    expect(startCount).toBe(1)
  })

  it('aborts the run when another process has taken over the job', async () => {
    const runner = createRunner(
      ({ signal }) =>
        new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('aborted')))),
      { renewIntervalMs: 5 },
    )
    await requestJob(runner)
    await expect.poll(async () => (await readJobRow()).status).toBe('running')
    await database.db.updateTable('jobs').set({ lease_token: 'another' }).execute()
    await runner.settled()
    expect(await readJobRow()).toMatchObject({ status: 'running', lease_token: 'another' })
  })

  it('is released by releaseAllLeases', async () => {
    await database.db.insertInto('jobs').values(buildRunningJob()).execute()
    await releaseAllLeases(database.db)
    const runner = createRunner(async () => DONE)
    await runner.poll()
    await runner.settled()
    expect(await readJobRow()).toMatchObject({ status: 'done' })
  })
})

describe('league job runner shutdown', () => {
  it('releases a long job immediately, and another process continues it', async () => {
    const runner = createRunner(
      countingJob(async (step, { signal }) => {
        if (step === 3) await new Promise((resolve) => signal.addEventListener('abort', resolve))
        signal.throwIfAborted()
      }),
    )
    const id = await requestJob(runner, backfill(1, FIVE_STEPS))
    const pending = runner.waitForOutcome(id).catch((error: unknown) => error)
    await expect.poll(readDoneSteps).toHaveLength(2)
    // A stop that waited for the job would take longer than a test may.
    await runner.stop(DAY_MS)
    expect(await pending).toBeInstanceOf(ServerStoppingError)
    expect(await readJobRow()).toMatchObject({
      status: 'queued',
      lease_token: null,
      payload: '{"remaining":[3,4,5]}',
    })
    await expect(runner.requestForLeague(refresh(2))).rejects.toBeInstanceOf(ServerStoppingError)
    const next = createRunner(countingJob())
    await next.poll()
    expect(await next.waitForOutcome(id)).toEqual(DONE)
    expect(await readDoneSteps()).toHaveLength(5)
  })

  it('waits for a short job to finish', async () => {
    const barrier = createBarrier()
    const work: Work = async () => {
      await barrier.released
      return DONE
    }
    const runner = createRunner(work)
    const pending = runner.waitForOutcome(await requestJob(runner, refresh()))
    await expect.poll(async () => (await readJobRow()).status).toBe('running')
    const stopped = runner.stop(5000)
    barrier.release()
    expect(await pending).toEqual(DONE)
    await stopped
  })
})

describe('league job request', () => {
  it('waits for a scheduled job to finish before its own job starts', async () => {
    const barrier = createBarrier()
    const payloads: unknown[] = []
    const runner = createRunner(async ({ payload }) => {
      payloads.push(payload)
      await barrier.released
      return DONE
    })
    await runner.requestForLeague({ ...refresh(), payload: 'scheduled', requestedBy: null })
    await expect.poll(() => payloads).toEqual(['scheduled'])
    const own = requestJob(runner, backfill(1, 'own'))
    barrier.release()
    await runner.waitForOutcome(await own)
    expect(payloads).toEqual(['scheduled', 'own'])
  })

  it('runs with its local context in the same process, even when all slots are taken', async () => {
    const barrier = createBarrier()
    const contexts: unknown[] = []
    const runner = createRunner(async ({ localContext }) => {
      contexts.push(localContext)
      await barrier.released
      return DONE
    })
    for (const leagueId of [1, 2, 3]) await requestJob(runner, refresh(leagueId))
    await expect.poll(() => contexts).toHaveLength(3)
    await runner.requestForLeague(backfill(4), 'a secret')
    expect(contexts.at(-1)).toBe('a secret')
    barrier.release()
    await runner.settled()
    expect(JSON.stringify(await database.db.selectFrom('jobs').selectAll().execute())).not.toContain('secret')
  })

  it('is run before scheduled jobs', async () => {
    const order: number[] = []
    const queued = { status: 'queued', lease_token: null, lease_until: null, payload: '{}' } as const
    await database.db
      .insertInto('jobs')
      .values([
        ...[1, 2, 3].map((league_id) => buildRunningJob({ ...queued, league_id })),
        buildRunningJob({ ...queued, league_id: 4, requested_by: 1, priority: 0 }),
      ])
      .execute()
    const runner = createRunner(async ({ leagueId }) => {
      order.push(leagueId)
      return DONE
    })
    await runner.poll()
    await runner.settled()
    expect(order[0]).toBe(4)
    expect(order.toSorted()).toEqual([1, 2, 3, 4])
  })
})
