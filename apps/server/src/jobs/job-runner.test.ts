import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { connect, type Db } from '../database/database.ts'
import { createMemoryLog } from '../testing/memory-log.ts'
import { SUNDAY } from '../testing/start-app.ts'
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import type { Job } from './job.ts'
import { type JobRunner, jobRunner } from './job-runner.ts'
import { jobStore } from './job-store.ts'

/** A busy machine may take its time. */
const POLL_OPTIONS = { timeout: 10_000 }

const MINUTE_MS = 60_000
/** Of '0 * * * *', seen from a Sunday at 18:30. */
const NEXT_RUN = new Date('2026-10-11T19:00:00Z')

let database: TestDatabase
let clock: { now: Date }
let open: (() => Promise<unknown>)[]
beforeEach(async () => {
  database = await createTestDatabase()
  clock = { now: SUNDAY }
  open = []
})
afterEach(async () => {
  for (const close of open) await close()
  await database.drop()
})

let tokens = 0

function createRunner(
  job: Partial<Job>,
  { db = database.db, log = createMemoryLog().log, everyMs = 5 } = {},
): JobRunner {
  const jobs = [{ name: 'count', schedule: '0 * * * *', run: async () => undefined, ...job }]
  const newToken = () => {
    tokens += 1
    return `token ${tokens}`
  }
  return jobRunner({
    store: jobStore(db),
    jobs,
    newToken,
    log,
    now: () => clock.now,
    pollIntervalMs: everyMs,
  })
}

/** The same database as another process sees it. */
function openSecondConnection(): Db {
  const db = connect(database.address)
  open.push(() => db.destroy())
  return db
}

/** Announces the jobs, and lets them become due. */
async function createDueJobs(...runners: JobRunner[]): Promise<void> {
  for (const runner of runners) await runner.tick()
  clock.now = NEXT_RUN
}

async function tickAll(...runners: JobRunner[]): Promise<void> {
  await Promise.all(runners.map((runner) => runner.tick()))
  await Promise.all(runners.map((runner) => runner.settled()))
}

async function readJobRow() {
  return database.db.selectFrom('scheduled_jobs').selectAll().executeTakeFirstOrThrow()
}

function createBarrier() {
  let pass: () => void = () => undefined
  const passed = new Promise<void>((resolve) => {
    pass = resolve
  })
  return { passed, pass: () => pass() }
}

describe('a job', () => {
  it('runs when it is due, and again when it is due again', async () => {
    const runs: Date[] = []
    const runner = createRunner({ run: async () => void runs.push(clock.now) })
    await tickAll(runner)
    expect(runs).toEqual([])
    expect(await readJobRow()).toMatchObject({ name: 'count', due_at: NEXT_RUN.getTime(), last_run_at: null })
    clock.now = new Date(NEXT_RUN.getTime() - 1)
    await tickAll(runner)
    expect(runs).toEqual([])
    clock.now = NEXT_RUN
    await tickAll(runner)
    await tickAll(runner)
    expect(runs).toEqual([NEXT_RUN])
    expect(await readJobRow()).toEqual({
      name: 'count',
      due_at: NEXT_RUN.getTime() + 60 * MINUTE_MS,
      lease_until: null,
      lease_token: null,
      last_run_at: NEXT_RUN.getTime(),
      last_error: null,
    })
    clock.now = new Date(NEXT_RUN.getTime() + 60 * MINUTE_MS)
    await tickAll(runner)
    expect(runs).toHaveLength(2)
  })

  it('that was missed while nothing ran is made up for once', async () => {
    await createRunner({}).tick()
    clock.now = new Date(NEXT_RUN.getTime() + 5 * 60 * MINUTE_MS + 1)
    const runs: Date[] = []
    const later = createRunner({ run: async () => void runs.push(clock.now) })
    await tickAll(later)
    await tickAll(later)
    expect(runs).toHaveLength(1)
  })

  it('runs once for several processes on one database', async () => {
    const runs: string[] = []
    const job = (who: string) => ({ run: async () => void runs.push(who) })
    const runners = ['a', 'b', 'c'].map((who) => createRunner(job(who), { db: openSecondConnection() }))
    await createDueJobs(...runners)
    for (let hour = 0; hour < 5; hour += 1) {
      await tickAll(...runners, ...runners)
      expect(runs).toHaveLength(hour + 1)
      clock.now = new Date(clock.now.getTime() + 60 * MINUTE_MS)
    }
  })

  it('moves when its schedule does', async () => {
    await createRunner({}).tick()
    await createRunner({ schedule: '45 * * * *' }).tick()
    expect((await readJobRow()).due_at).toBe(new Date('2026-10-11T18:45:00Z').getTime())
  })

  it('writes down why it failed, and runs again at its time', async () => {
    const { log, lines } = createMemoryLog()
    let fails = true
    const runner = createRunner(
      {
        run: async () => {
          if (fails) throw new Error(`no luck ${'x'.repeat(1000)}`)
        },
      },
      { log },
    )
    await createDueJobs(runner)
    await tickAll(runner)
    const row = await readJobRow()
    expect([row.last_error?.slice(0, 8), row.last_error?.length]).toEqual(['no luck ', 500])
    expect(row.due_at).toBe(NEXT_RUN.getTime() + 60 * MINUTE_MS)
    expect(lines.filter((line) => line.includes('a job failed'))).toHaveLength(1)
    fails = false
    clock.now = new Date(row.due_at)
    await tickAll(runner)
    expect((await readJobRow()).last_error).toBe(null)
  })
})

describe('a lease', () => {
  it('is lengthened while the job runs, so that nobody else takes it', async () => {
    const gate = createBarrier()
    const others: Date[] = []
    const first = createRunner({ run: () => gate.passed })
    const second = createRunner(
      { run: async () => void others.push(clock.now) },
      { db: openSecondConnection() },
    )
    await createDueJobs(first, second)
    await first.tick()
    for (let minute = 0; minute < 30; minute += 4) {
      clock.now = new Date(clock.now.getTime() + 4 * MINUTE_MS)
      await first.tick()
      await second.tick()
    }
    gate.pass()
    await first.settled()
    expect(others).toHaveLength(0)
    expect((await readJobRow()).lease_token).toBe(null)
  })

  it('ends when its holder has died, and another takes the job over', async () => {
    const gate = createBarrier()
    const signals: AbortSignal[] = []
    const dead = createRunner({
      run: (signal) => {
        signals.push(signal)
        return gate.passed
      },
    })
    const runs: Date[] = []
    const other = createRunner({ run: async () => void runs.push(clock.now) }, { db: openSecondConnection() })
    await createDueJobs(dead, other)
    await dead.tick()
    clock.now = new Date(NEXT_RUN.getTime() + 5 * MINUTE_MS)
    await tickAll(other)
    expect(runs).toHaveLength(0)
    clock.now = new Date(NEXT_RUN.getTime() + 5 * MINUTE_MS + 1)
    await tickAll(other)
    expect(runs).toHaveLength(1)
    const row = await readJobRow()
    // The first one wakes up again: it is told to stop, and its end changes nothing.
    await dead.tick()
    expect(signals[0]?.aborted).toBe(true)
    gate.pass()
    await dead.settled()
    expect(await readJobRow()).toEqual(row)
  })
})

describe('a clock that is set back', () => {
  const DAY_MS = 24 * 60 * MINUTE_MS
  const tomorrow = () => {
    clock.now = new Date(NEXT_RUN.getTime() + DAY_MS)
  }
  const today = (minutes = 0) => {
    clock.now = new Date(NEXT_RUN.getTime() + minutes * MINUTE_MS)
  }

  it('does not put a job off that has run by it', async () => {
    const runs: Date[] = []
    const runner = createRunner({ run: async () => void runs.push(clock.now) })
    await createDueJobs(runner)
    tomorrow()
    await tickAll(runner)
    expect(runs).toHaveLength(1)
    today()
    await tickAll(runner)
    expect((await readJobRow()).due_at).toBe(NEXT_RUN.getTime() + 60 * MINUTE_MS)
    today(60)
    await tickAll(runner)
    expect(runs).toHaveLength(2)
  })

  it('does not lengthen the lease of a process that has died', async () => {
    const runs: Date[] = []
    const dead = createRunner({ run: () => new Promise(() => undefined) })
    await createDueJobs(dead)
    tomorrow()
    await dead.tick()
    today()
    const other = createRunner({ run: async () => void runs.push(clock.now) }, { db: openSecondConnection() })
    await tickAll(other)
    expect(runs).toHaveLength(1)
  })
})

describe('a stop', () => {
  it('tells the job, waits for its safe point, and leaves it due', async () => {
    const gate = createBarrier()
    const steps: string[] = []
    const runner = createRunner({
      run: async (signal) => {
        steps.push('begun')
        await gate.passed
        steps.push('safe')
        signal.throwIfAborted()
        steps.push('finished')
      },
    })
    await createDueJobs(runner)
    runner.start()
    await expect.poll(() => steps, POLL_OPTIONS).toEqual(['begun'])
    const stopped = runner.stop(10_000)
    gate.pass()
    await stopped
    expect(steps).toEqual(['begun', 'safe'])
    expect(await readJobRow()).toMatchObject({
      due_at: NEXT_RUN.getTime(),
      lease_token: null,
      lease_until: null,
    })
    const runs: Date[] = []
    await tickAll(createRunner({ run: async () => void runs.push(clock.now) }))
    expect(runs).toHaveLength(1)
  })

  it('counts a job that came to its end all the same', async () => {
    const gate = createBarrier()
    const runner = createRunner({ run: () => gate.passed })
    await createDueJobs(runner)
    await runner.tick()
    const stopped = runner.stop(10_000)
    gate.pass()
    await stopped
    expect((await readJobRow()).last_run_at).toBe(NEXT_RUN.getTime())
  })

  it('does not wait for ever, and begins nothing more', async () => {
    const gate = createBarrier()
    const runs: Date[] = []
    const runner = createRunner({
      run: () => {
        runs.push(clock.now)
        return gate.passed
      },
    })
    await createDueJobs(runner)
    await runner.tick()
    await runner.stop(20)
    expect((await readJobRow()).lease_token).not.toBe(null)
    gate.pass()
    await runner.settled()
    clock.now = new Date(NEXT_RUN.getTime() + 60 * MINUTE_MS)
    await tickAll(runner)
    expect(runs).toHaveLength(1)
  })
})

it('looks again after the database could not be asked', async () => {
  const { log, lines } = createMemoryLog()
  const runs: Date[] = []
  let isDown = true
  const store = jobStore(database.db)
  const runner = jobRunner({
    store: {
      ...store,
      listDue: (now) => (isDown ? Promise.reject(new Error('the database is away')) : store.listDue(now)),
    },
    jobs: [{ name: 'count', schedule: '0 * * * *', run: async () => void runs.push(clock.now) }],
    newToken: () => 'token',
    log,
    now: () => clock.now,
    pollIntervalMs: 1,
  })
  runner.start()
  await expect
    .poll(() => lines.some((line) => line.includes('could not be looked up')), POLL_OPTIONS)
    .toBe(true)
  clock.now = NEXT_RUN
  isDown = false
  await expect.poll(() => runs, POLL_OPTIONS).toHaveLength(1)
  await runner.stop(10_000)
})
