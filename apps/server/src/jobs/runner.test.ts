import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { connect, type Db } from '../database/database.ts'
import { keptLog } from '../testing/kept-log.ts'
import { SUNDAY } from '../testing/start-app.ts'
import { type TestDatabase, testDatabase } from '../testing/test-database.ts'
import type { Job } from './job.ts'
import { jobStore } from './job-store.ts'
import { type JobRunner, jobRunner } from './runner.ts'

/** A busy machine may take its time. */
const PATIENT = { timeout: 10_000 }

const MINUTE_MS = 60_000
/** Of '0 * * * *', seen from a Sunday at 18:30. */
const NEXT = new Date('2026-10-11T19:00:00Z')

let database: TestDatabase
let clock: { now: Date }
let open: (() => Promise<unknown>)[]
beforeEach(async () => {
  database = await testDatabase()
  clock = { now: SUNDAY }
  open = []
})
afterEach(async () => {
  for (const close of open) await close()
  await database.drop()
})

let tokens = 0

function aRunner(job: Partial<Job>, { db = database.db, log = keptLog().log, everyMs = 5 } = {}): JobRunner {
  const jobs = [{ name: 'count', schedule: '0 * * * *', run: async () => undefined, ...job }]
  const newToken = () => {
    tokens += 1
    return `token ${tokens}`
  }
  return jobRunner({ store: jobStore(db), jobs, newToken, log, now: () => clock.now, everyMs })
}

/** The same database as another process sees it. */
function anotherConnection(): Db {
  const db = connect(database.address)
  open.push(() => db.destroy())
  return db
}

/** Announces the jobs, and lets them become due. */
async function made(...runners: JobRunner[]): Promise<void> {
  for (const runner of runners) await runner.tick()
  clock.now = NEXT
}

async function tickAll(...runners: JobRunner[]): Promise<void> {
  await Promise.all(runners.map((runner) => runner.tick()))
  await Promise.all(runners.map((runner) => runner.settled()))
}

async function theRow() {
  return database.db.selectFrom('scheduled_jobs').selectAll().executeTakeFirstOrThrow()
}

function aGate() {
  let pass: () => void = () => undefined
  const passed = new Promise<void>((resolve) => {
    pass = resolve
  })
  return { passed, pass: () => pass() }
}

describe('a job', () => {
  it('runs when it is due, and again when it is due again', async () => {
    const runs: Date[] = []
    const runner = aRunner({ run: async () => void runs.push(clock.now) })
    await tickAll(runner)
    expect(runs).toEqual([])
    expect(await theRow()).toMatchObject({ name: 'count', due_at: NEXT.getTime(), last_run_at: null })
    clock.now = new Date(NEXT.getTime() - 1)
    await tickAll(runner)
    expect(runs).toEqual([])
    clock.now = NEXT
    await tickAll(runner)
    await tickAll(runner)
    expect(runs).toEqual([NEXT])
    expect(await theRow()).toEqual({
      name: 'count',
      due_at: NEXT.getTime() + 60 * MINUTE_MS,
      lease_until: null,
      lease_token: null,
      last_run_at: NEXT.getTime(),
      last_error: null,
    })
    clock.now = new Date(NEXT.getTime() + 60 * MINUTE_MS)
    await tickAll(runner)
    expect(runs).toHaveLength(2)
  })

  it('that was missed while nothing ran is made up for once', async () => {
    await aRunner({}).tick()
    clock.now = new Date(NEXT.getTime() + 5 * 60 * MINUTE_MS + 1)
    const runs: Date[] = []
    const later = aRunner({ run: async () => void runs.push(clock.now) })
    await tickAll(later)
    await tickAll(later)
    expect(runs).toHaveLength(1)
  })

  it('runs once for several processes on one database', async () => {
    const runs: string[] = []
    const job = (who: string) => ({ run: async () => void runs.push(who) })
    const runners = ['a', 'b', 'c'].map((who) => aRunner(job(who), { db: anotherConnection() }))
    await made(...runners)
    for (let hour = 0; hour < 5; hour += 1) {
      await tickAll(...runners, ...runners)
      expect(runs).toHaveLength(hour + 1)
      clock.now = new Date(clock.now.getTime() + 60 * MINUTE_MS)
    }
  })

  it('moves when its schedule does', async () => {
    await aRunner({}).tick()
    await aRunner({ schedule: '45 * * * *' }).tick()
    expect((await theRow()).due_at).toBe(new Date('2026-10-11T18:45:00Z').getTime())
  })

  it('writes down why it failed, and runs again at its time', async () => {
    const { log, lines } = keptLog()
    let fails = true
    const runner = aRunner(
      {
        run: async () => {
          if (fails) throw new Error(`no luck ${'x'.repeat(1000)}`)
        },
      },
      { log },
    )
    await made(runner)
    await tickAll(runner)
    const row = await theRow()
    expect([row.last_error?.slice(0, 8), row.last_error?.length]).toEqual(['no luck ', 500])
    expect(row.due_at).toBe(NEXT.getTime() + 60 * MINUTE_MS)
    expect(lines.filter((line) => line.includes('a job failed'))).toHaveLength(1)
    fails = false
    clock.now = new Date(row.due_at)
    await tickAll(runner)
    expect((await theRow()).last_error).toBe(null)
  })
})

describe('a lease', () => {
  it('is lengthened while the job runs, so that nobody else takes it', async () => {
    const gate = aGate()
    const others: Date[] = []
    const first = aRunner({ run: () => gate.passed })
    const second = aRunner({ run: async () => void others.push(clock.now) }, { db: anotherConnection() })
    await made(first, second)
    await first.tick()
    for (let minute = 0; minute < 30; minute += 4) {
      clock.now = new Date(clock.now.getTime() + 4 * MINUTE_MS)
      await first.tick()
      await second.tick()
    }
    gate.pass()
    await first.settled()
    expect(others).toHaveLength(0)
    expect((await theRow()).lease_token).toBe(null)
  })

  it('ends when its holder has died, and another takes the job over', async () => {
    const gate = aGate()
    const signals: AbortSignal[] = []
    const dead = aRunner({
      run: (signal) => {
        signals.push(signal)
        return gate.passed
      },
    })
    const runs: Date[] = []
    const other = aRunner({ run: async () => void runs.push(clock.now) }, { db: anotherConnection() })
    await made(dead, other)
    await dead.tick()
    clock.now = new Date(NEXT.getTime() + 5 * MINUTE_MS)
    await tickAll(other)
    expect(runs).toHaveLength(0)
    clock.now = new Date(NEXT.getTime() + 5 * MINUTE_MS + 1)
    await tickAll(other)
    expect(runs).toHaveLength(1)
    const row = await theRow()
    // The first one wakes up again: it is told to stop, and its end changes nothing.
    await dead.tick()
    expect(signals[0]?.aborted).toBe(true)
    gate.pass()
    await dead.settled()
    expect(await theRow()).toEqual(row)
  })
})

describe('a clock that is set back', () => {
  const DAY_MS = 24 * 60 * MINUTE_MS
  const tomorrow = () => {
    clock.now = new Date(NEXT.getTime() + DAY_MS)
  }
  const today = (minutes = 0) => {
    clock.now = new Date(NEXT.getTime() + minutes * MINUTE_MS)
  }

  it('does not put a job off that has run by it', async () => {
    const runs: Date[] = []
    const runner = aRunner({ run: async () => void runs.push(clock.now) })
    await made(runner)
    tomorrow()
    await tickAll(runner)
    expect(runs).toHaveLength(1)
    today()
    await tickAll(runner)
    expect((await theRow()).due_at).toBe(NEXT.getTime() + 60 * MINUTE_MS)
    today(60)
    await tickAll(runner)
    expect(runs).toHaveLength(2)
  })

  it('does not lengthen the lease of a process that has died', async () => {
    const runs: Date[] = []
    const dead = aRunner({ run: () => new Promise(() => undefined) })
    await made(dead)
    tomorrow()
    await dead.tick()
    today()
    const other = aRunner({ run: async () => void runs.push(clock.now) }, { db: anotherConnection() })
    await tickAll(other)
    expect(runs).toHaveLength(1)
  })
})

describe('a stop', () => {
  it('tells the job, waits for its safe point, and leaves it due', async () => {
    const gate = aGate()
    const steps: string[] = []
    const runner = aRunner({
      run: async (signal) => {
        steps.push('begun')
        await gate.passed
        steps.push('safe')
        signal.throwIfAborted()
        steps.push('finished')
      },
    })
    await made(runner)
    runner.start()
    await expect.poll(() => steps, PATIENT).toEqual(['begun'])
    const stopped = runner.stop(10_000)
    gate.pass()
    await stopped
    expect(steps).toEqual(['begun', 'safe'])
    expect(await theRow()).toMatchObject({ due_at: NEXT.getTime(), lease_token: null, lease_until: null })
    const runs: Date[] = []
    await tickAll(aRunner({ run: async () => void runs.push(clock.now) }))
    expect(runs).toHaveLength(1)
  })

  it('counts a job that came to its end all the same', async () => {
    const gate = aGate()
    const runner = aRunner({ run: () => gate.passed })
    await made(runner)
    await runner.tick()
    const stopped = runner.stop(10_000)
    gate.pass()
    await stopped
    expect((await theRow()).last_run_at).toBe(NEXT.getTime())
  })

  it('does not wait for ever, and begins nothing more', async () => {
    const gate = aGate()
    const runs: Date[] = []
    const runner = aRunner({
      run: () => {
        runs.push(clock.now)
        return gate.passed
      },
    })
    await made(runner)
    await runner.tick()
    await runner.stop(20)
    expect((await theRow()).lease_token).not.toBe(null)
    gate.pass()
    await runner.settled()
    clock.now = new Date(NEXT.getTime() + 60 * MINUTE_MS)
    await tickAll(runner)
    expect(runs).toHaveLength(1)
  })
})

it('looks again after the database could not be asked', async () => {
  const { log, lines } = keptLog()
  const runs: Date[] = []
  let isDown = true
  const store = jobStore(database.db)
  const runner = jobRunner({
    store: {
      ...store,
      due: (now) => (isDown ? Promise.reject(new Error('the database is away')) : store.due(now)),
    },
    jobs: [{ name: 'count', schedule: '0 * * * *', run: async () => void runs.push(clock.now) }],
    newToken: () => 'token',
    log,
    now: () => clock.now,
    everyMs: 1,
  })
  runner.start()
  await expect.poll(() => lines.some((line) => line.includes('could not be looked up')), PATIENT).toBe(true)
  clock.now = NEXT
  isDown = false
  await expect.poll(() => runs, PATIENT).toHaveLength(1)
  await runner.stop(10_000)
})
