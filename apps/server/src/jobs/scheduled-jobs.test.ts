import { setTimeout as delay } from 'node:timers/promises'
import { DAY_MS, MINUTE_MS } from '@fieldhouse/domain/duration'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { connect, type Db } from '../database/engine/database.ts'
import { createBarrier } from '../testing/barrier.ts'
import { createMemoryLog } from '../testing/memory-log.ts'
import { createTestRunner } from '../testing/run-jobs.ts'
import { SUNDAY } from '../testing/start-app.ts'
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import { type ScheduledJob, scheduledKind } from './job.ts'
import type { JobRunner, JobRunnerOptions } from './job-runner.ts'
import { jobStore } from './job-store.ts'

/** How long a lease lasts. */
const LEASE_MS = 30_000
/** The next run of '0 * * * *' after Sunday 18:30. */
const NEXT_RUN = new Date('2026-10-11T19:00:00Z')

let database: TestDatabase
let clock: { now: Date }
let cleanups: (() => Promise<unknown>)[]
beforeEach(async () => {
  database = await createTestDatabase()
  clock = { now: SUNDAY }
  cleanups = []
})
afterEach(async () => {
  for (const cleanUp of cleanups) await cleanUp()
  await database.drop()
})

function createRunner(
  job: Partial<ScheduledJob>,
  { db = database.db, ...options }: Partial<JobRunnerOptions> & { db?: Db } = {},
): JobRunner {
  const scheduled = { name: 'count', schedule: '0 * * * *', run: async () => undefined, ...job }
  const runner = createTestRunner(db, [scheduledKind(scheduled)], {
    now: () => clock.now,
    systemNow: () => clock.now,
    pollIntervalMs: 1e9,
    ...options,
  })
  // Recurring jobs run only after the start.
  const poll = () => {
    runner.start()
    return runner.poll()
  }
  return { ...runner, poll }
}

/** A second connection to the same database, as another process would have. */
function openSecondConnection(): Db {
  const db = connect(database.address)
  cleanups.push(() => db.destroy())
  return db
}

/** Registers the jobs and advances the clock until they are due. */
async function createDueJobs(...runners: JobRunner[]): Promise<void> {
  for (const runner of runners) await runner.poll()
  clock.now = NEXT_RUN
}

async function pollAll(...runners: JobRunner[]): Promise<void> {
  await Promise.all(runners.map((runner) => runner.poll()))
  await Promise.all(runners.map((runner) => runner.settled()))
}

async function readJobRow() {
  return database.db.selectFrom('jobs').selectAll().executeTakeFirstOrThrow()
}

describe('job runner', () => {
  it('runs a job each time it is due', async () => {
    const runs: Date[] = []
    const runner = createRunner({ run: async () => void runs.push(clock.now) })
    await pollAll(runner)
    expect(runs).toEqual([])
    expect(await readJobRow()).toMatchObject({
      kind: 'count',
      run_at: NEXT_RUN.getTime(),
      created_at: SUNDAY.getTime(),
    })
    clock.now = new Date(NEXT_RUN.getTime() - 1)
    await pollAll(runner)
    expect(runs).toEqual([])
    clock.now = NEXT_RUN
    await pollAll(runner)
    await pollAll(runner)
    expect(runs).toEqual([NEXT_RUN])
    expect(await readJobRow()).toMatchObject({
      kind: 'count',
      status: 'queued',
      run_at: NEXT_RUN.getTime() + 60 * MINUTE_MS,
      attempts: 0,
      lease_until: null,
      lease_token: null,
      created_at: NEXT_RUN.getTime(),
      started_at: null,
      ended_at: null,
      last_error: null,
    })
    clock.now = new Date(NEXT_RUN.getTime() + 60 * MINUTE_MS)
    await pollAll(runner)
    expect(runs).toHaveLength(2)
  })

  it('runs a job once after missing several runs', async () => {
    await createRunner({}).poll()
    clock.now = new Date(NEXT_RUN.getTime() + 5 * 60 * MINUTE_MS + 1)
    const runs: Date[] = []
    const later = createRunner({ run: async () => void runs.push(clock.now) })
    await pollAll(later)
    await pollAll(later)
    expect(runs).toHaveLength(1)
  })

  it('runs a job once when several processes share a database', async () => {
    const runs: string[] = []
    const job = (name: string) => ({ run: async () => void runs.push(name) })
    const runners = ['a', 'b', 'c'].map((name) => createRunner(job(name), { db: openSecondConnection() }))
    await createDueJobs(...runners)
    for (let hour = 0; hour < 5; hour += 1) {
      await pollAll(...runners, ...runners)
      expect(runs).toHaveLength(hour + 1)
      clock.now = new Date(clock.now.getTime() + 60 * MINUTE_MS)
    }
  })

  it('moves the next run when the schedule changes', async () => {
    await createRunner({}).poll()
    await createRunner({ schedule: '45 * * * *' }).poll()
    expect((await readJobRow()).run_at).toBe(new Date('2026-10-11T18:45:00Z').getTime())
  })

  it('records why a job failed and runs it again when it is due', async () => {
    const { log, lines } = createMemoryLog()
    let shouldFail = true
    const runner = createRunner(
      {
        run: async () => {
          if (shouldFail) throw new Error(`no luck ${'x'.repeat(1000)}`)
        },
      },
      { log },
    )
    await createDueJobs(runner)
    await pollAll(runner)
    const row = await readJobRow()
    expect([row.last_error?.slice(0, 8), row.last_error?.length]).toEqual(['no luck ', 500])
    expect(row.run_at).toBe(NEXT_RUN.getTime() + 60 * MINUTE_MS)
    expect(lines.filter((line) => line.includes('job failed'))).toHaveLength(1)
    shouldFail = false
    clock.now = new Date(row.run_at)
    await pollAll(runner)
    expect((await readJobRow()).last_error).toBe(null)
  })
})

describe('job lease', () => {
  it('is renewed while the job runs, so that no other process takes it over', async () => {
    const barrier = createBarrier()
    const otherRuns: Date[] = []
    const first = createRunner({ run: () => barrier.released }, { renewIntervalMs: 5 })
    const second = createRunner(
      { run: async () => void otherRuns.push(clock.now) },
      { db: openSecondConnection() },
    )
    await createDueJobs(first, second)
    await first.poll()
    for (let minute = 0; minute < 30; minute += 4) {
      clock.now = new Date(clock.now.getTime() + 4 * MINUTE_MS)
      const leaseUntil = clock.now.getTime() + LEASE_MS
      await expect.poll(async () => (await readJobRow()).lease_until).toBe(leaseUntil)
      await second.poll()
    }
    barrier.release()
    await first.settled()
    expect(otherRuns).toHaveLength(0)
    expect((await readJobRow()).lease_token).toBe(null)
  })

  it('is renewed by one statement at a time while the database is slow', async () => {
    const barrier = createBarrier()
    const store = jobStore(database.db)
    let [started, running, mostRunning] = [0, 0, 0]
    const renew: typeof store.renew = async (...args) => {
      started += 1
      running += 1
      mostRunning = Math.max(mostRunning, running)
      try {
        await delay(10)
        return await store.renew(...args)
      } finally {
        running -= 1
      }
    }
    const runner = createRunner(
      { run: () => barrier.released },
      { store: { ...store, renew }, renewIntervalMs: 1 },
    )
    await createDueJobs(runner)
    await runner.poll()
    await expect.poll(() => started).toBeGreaterThan(5)
    expect(mostRunning).toBe(1)
    barrier.release()
    await runner.settled()
  })

  it('expires when its process has died, and another process takes over the job', async () => {
    const barrier = createBarrier()
    const signals: AbortSignal[] = []
    let isAlive = false
    const store = jobStore(database.db)
    const renew: typeof store.renew = async (jobs, until) =>
      isAlive ? store.renew(jobs, until) : jobs.map(({ token }) => token)
    const dead = createRunner(
      {
        run: (signal) => {
          signals.push(signal)
          return barrier.released
        },
      },
      { store: { ...store, renew }, renewIntervalMs: 5 },
    )
    const runs: Date[] = []
    const other = createRunner({ run: async () => void runs.push(clock.now) }, { db: openSecondConnection() })
    await createDueJobs(dead, other)
    await dead.poll()
    clock.now = new Date(NEXT_RUN.getTime() + LEASE_MS)
    await pollAll(other)
    expect(runs).toHaveLength(0)
    clock.now = new Date(NEXT_RUN.getTime() + LEASE_MS + 1)
    await pollAll(other)
    expect(runs).toHaveLength(1)
    const row = await readJobRow()
    // The first process resumes: its run is aborted, and its result is ignored.
    isAlive = true
    await expect.poll(() => signals[0]?.aborted).toBe(true)
    barrier.release()
    await dead.settled()
    expect(await readJobRow()).toEqual(row)
  })
})

describe('job runner after the clock is set back', () => {
  const setClockToTomorrow = () => {
    clock.now = new Date(NEXT_RUN.getTime() + DAY_MS)
  }
  const setClockToToday = (minutes = 0) => {
    clock.now = new Date(NEXT_RUN.getTime() + minutes * MINUTE_MS)
  }

  it('does not postpone a job that ran before', async () => {
    const runs: Date[] = []
    const runner = createRunner({ run: async () => void runs.push(clock.now) })
    await createDueJobs(runner)
    setClockToTomorrow()
    await pollAll(runner)
    expect(runs).toHaveLength(1)
    setClockToToday()
    await pollAll(runner)
    expect((await readJobRow()).run_at).toBe(NEXT_RUN.getTime() + 60 * MINUTE_MS)
    setClockToToday(60)
    await pollAll(runner)
    expect(runs).toHaveLength(2)
  })

  it('does not extend the lease of a process that has died', async () => {
    const runs: Date[] = []
    const dead = createRunner({ run: () => new Promise(() => undefined) })
    await createDueJobs(dead)
    setClockToTomorrow()
    await dead.poll()
    setClockToToday()
    const other = createRunner({ run: async () => void runs.push(clock.now) }, { db: openSecondConnection() })
    await pollAll(other)
    expect(runs).toHaveLength(1)
  })
})

describe('job runner shutdown', () => {
  it('aborts the job, waits for its safe point and leaves it due', async () => {
    const barrier = createBarrier()
    const steps: string[] = []
    const runner = createRunner({
      run: async (signal) => {
        steps.push('started')
        await barrier.released
        steps.push('safe')
        signal.throwIfAborted()
        steps.push('finished')
      },
    })
    await createDueJobs(runner)
    runner.start()
    await expect.poll(() => steps).toEqual(['started'])
    const stopped = runner.stop(10_000)
    barrier.release()
    await stopped
    expect(steps).toEqual(['started', 'safe'])
    expect(await readJobRow()).toMatchObject({
      run_at: NEXT_RUN.getTime(),
      lease_token: null,
      lease_until: null,
    })
    const runs: Date[] = []
    await pollAll(createRunner({ run: async () => void runs.push(clock.now) }))
    expect(runs).toHaveLength(1)
  })

  it('records a job that finishes during the shutdown', async () => {
    const barrier = createBarrier()
    const runner = createRunner({ run: () => barrier.released })
    await createDueJobs(runner)
    await runner.poll()
    const stopped = runner.stop(10_000)
    barrier.release()
    await stopped
    expect(await readJobRow()).toMatchObject({ created_at: NEXT_RUN.getTime(), status: 'queued' })
  })

  it('waits only until the timeout and starts no more jobs', async () => {
    const barrier = createBarrier()
    const runs: Date[] = []
    const runner = createRunner({
      run: () => {
        runs.push(clock.now)
        return barrier.released
      },
    })
    await createDueJobs(runner)
    await runner.poll()
    await runner.stop(20)
    expect((await readJobRow()).lease_token).not.toBe(null)
    barrier.release()
    await runner.settled()
    clock.now = new Date(NEXT_RUN.getTime() + 60 * MINUTE_MS)
    await pollAll(runner)
    expect(runs).toHaveLength(1)
  })
})

it('polls again after a database error', async () => {
  const { log, lines } = createMemoryLog()
  const runs: Date[] = []
  let isDatabaseDown = true
  const store = jobStore(database.db)
  const listRunnable: typeof store.listRunnable = (query) =>
    isDatabaseDown ? Promise.reject(new Error('the database is down')) : store.listRunnable(query)
  const runner = createRunner(
    { run: async () => void runs.push(clock.now) },
    { store: { ...store, listRunnable }, log, pollIntervalMs: 1 },
  )
  runner.start()
  await expect.poll(() => lines.some((line) => line.includes('failed to poll jobs'))).toBe(true)
  clock.now = NEXT_RUN
  isDatabaseDown = false
  await expect.poll(() => runs).toHaveLength(1)
  await runner.stop(10_000)
})
