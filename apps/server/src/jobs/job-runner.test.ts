import { DAY_MS, MINUTE_MS } from '@fieldhouse/domain/duration'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { connect, type Db } from '../database/engine/database.ts'
import { createBarrier } from '../testing/barrier.ts'
import { createMemoryLog } from '../testing/memory-log.ts'
import { createTestRunner } from '../testing/run-jobs.ts'
import { SUNDAY } from '../testing/start-app.ts'
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import { DELIVERY_RETRIES, type JobKind, type JobResult, type JobRun } from './job.ts'
import type { JobRunner, JobRunnerOptions } from './job-runner.ts'
import { cancelJob, insertJobs, replaceJob } from './job-store.ts'

let database: TestDatabase
/** The application's and the machine's clock. */
let clock: { now: Date; system: Date }
let cleanups: (() => Promise<unknown>)[]
beforeEach(async () => {
  database = await createTestDatabase()
  clock = { now: SUNDAY, system: SUNDAY }
  cleanups = []
})
afterEach(async () => {
  for (const cleanUp of cleanups) await cleanUp()
  await database.drop()
})

type Send = (run: JobRun) => Promise<JobResult>

function sendKind(run: Send, more: Partial<JobKind> = {}): JobKind {
  return {
    kind: 'send',
    run,
    maxConcurrent: 4,
    isShort: true,
    retry: DELIVERY_RETRIES,
    ...more,
  }
}

function createRunner(
  kinds: JobKind | readonly JobKind[],
  { db = database.db, ...options }: Partial<JobRunnerOptions> & { db?: Db } = {},
): JobRunner {
  const runner = createTestRunner(db, [kinds].flat(), {
    now: () => clock.now,
    systemNow: () => clock.system,
    ...options,
  })
  cleanups.unshift(() => runner.stop(100))
  return runner
}

/** A second connection to the same database, as another process would have. */
function openSecondConnection(): Db {
  const db = connect(database.address)
  cleanups.push(() => db.destroy())
  return db
}

async function runAll(runner: JobRunner): Promise<void> {
  await runner.poll()
  await runner.settled()
}

const advanceClock = (ms: number) => {
  clock.now = new Date(clock.now.getTime() + ms)
}

const queue = (...payloads: unknown[]) =>
  insertJobs(
    database.db,
    payloads.map((payload) => ({ kind: 'send', payload })),
    clock.now,
  )

const listJobs = () => database.db.selectFrom('jobs').selectAll().orderBy('id').execute()

describe('queued jobs', () => {
  it('run once each, whichever processes share the database, and are deleted', async () => {
    const sent: unknown[] = []
    const send: Send = async ({ payload }) => void sent.push(payload)
    const runners = [0, 1, 2].map(() => createRunner(sendKind(send), { db: openSecondConnection() }))
    await queue(...Array.from({ length: 30 }, (_, index) => index))
    await Promise.all(runners.map(runAll))
    expect(sent.toSorted((a, b) => Number(a) - Number(b))).toEqual(
      Array.from({ length: 30 }, (_, index) => index),
    )
    expect(await listJobs()).toEqual([])
  })

  it('with the same key are queued once until the first has ended', async () => {
    const barrier = createBarrier()
    const sent: unknown[] = []
    const runner = createRunner(
      sendKind(async ({ payload }) => {
        sent.push(payload)
        await barrier.released
        return undefined
      }),
    )
    const request = (payload: string) => runner.request({ kind: 'send', uniqueKey: 'key', payload })
    const ids = await Promise.all([request('a'), request('b')])
    expect(new Set(ids).size).toBe(1)
    await expect.poll(() => sent).toHaveLength(1)
    expect(await request('c')).toBe(ids[0])
    barrier.release()
    await runner.settled()
    expect(await runner.waitForOutcome(await request('d'))).toBe(undefined)
    expect(sent).toEqual([expect.stringMatching(/a|b/), 'd'])
  })

  it('are replaced by a newer one with the same key, even while they run', async () => {
    const barrier = createBarrier()
    const started: unknown[] = []
    const runner = createRunner(
      sendKind(async ({ payload }) => {
        started.push(payload)
        if (payload === 'second') await barrier.released
        return undefined
      }),
    )
    const replace = (payload: string) =>
      replaceJob(database.db, { kind: 'send', uniqueKey: 'key', payload }, clock.now)
    await replace('first')
    await replace('second')
    await runner.poll()
    expect(started).toEqual(['second'])
    await replace('third')
    barrier.release()
    await runner.settled()
    await runAll(runner)
    expect(started).toEqual(['second', 'third'])
    expect(await listJobs()).toEqual([])
  })

  it('do not run after they were canceled', async () => {
    const sent: unknown[] = []
    const runner = createRunner(sendKind(async ({ payload }) => void sent.push(payload)))
    await insertJobs(database.db, [{ kind: 'send', uniqueKey: 'key', payload: 1 }], clock.now)
    await cancelJob(database.db, 'key')
    await runAll(runner)
    expect(sent).toEqual([])
  })

  it('start when they are due, and a jump of the clock delays none by more than two days', async () => {
    const sent: unknown[] = []
    const runner = createRunner(sendKind(async ({ payload }) => void sent.push(payload)))
    const at = (ms: number) => new Date(SUNDAY.getTime() + ms)
    const delayed = [MINUTE_MS, 3 * DAY_MS].map((ms) => ({ kind: 'send', payload: ms, runAt: at(ms) }))
    await insertJobs(database.db, delayed, at(2 * DAY_MS))
    await insertJobs(database.db, [{ kind: 'send', payload: 'now' }], at(DAY_MS))
    await runAll(runner)
    expect(sent).toEqual([3 * DAY_MS, 'now'])
    advanceClock(MINUTE_MS - 1)
    await runAll(runner)
    expect(sent).toHaveLength(2)
    advanceClock(1)
    await runAll(runner)
    expect(sent).toEqual([3 * DAY_MS, 'now', MINUTE_MS])
  })

  it('that a person waits for start first', async () => {
    const sent: unknown[] = []
    const runner = createRunner(
      sendKind(async ({ payload }) => void sent.push(payload), { maxConcurrent: 1 }),
    )
    await queue('first', 'second')
    await insertJobs(database.db, [{ kind: 'send', payload: 'urgent', isUrgent: true }], clock.now)
    await runAll(runner)
    expect(sent).toEqual(['urgent', 'first', 'second'])
  })
})

describe('a job that fails', () => {
  const fail: Send = async () => ({ kind: 'later', reason: 'It is busy.', retryAfterMs: null })

  it('is retried with growing, random delays', async () => {
    const random = [0, 0.5, 1]
    const runner = createRunner(sendKind(fail), { random: () => random.shift() ?? 1 })
    await queue('text')
    const delays: number[] = []
    for (let attempt = 1; attempt <= 3; attempt += 1) {
      await runAll(runner)
      const [job] = await listJobs()
      expect(job).toMatchObject({ status: 'queued', attempts: attempt, last_error: 'It is busy.' })
      delays.push((job?.run_at ?? 0) - clock.now.getTime())
      clock.now = new Date(job?.run_at ?? 0)
    }
    expect(delays).toEqual([0.5 * MINUTE_MS, 1.5 * MINUTE_MS, 4 * MINUTE_MS])
  })

  it('honors Retry-After and a later time that the kind asks for', async () => {
    const night = new Date(SUNDAY.getTime() + 9 * 60 * MINUTE_MS)
    const runner = createRunner(
      sendKind(async ({ payload }) => ({
        kind: 'later',
        reason: 'It is busy.',
        retryAfterMs: 10 * MINUTE_MS,
        ...(payload === 'quiet' ? { postpone: () => night } : {}),
      })),
    )
    await queue('busy', 'quiet')
    await runAll(runner)
    expect((await listJobs()).map(({ run_at }) => run_at)).toEqual([
      SUNDAY.getTime() + 10 * MINUTE_MS,
      night.getTime(),
    ])
  })

  it('stays as a failed job after the last attempt, with its last error', async () => {
    const { log, lines } = createMemoryLog()
    let attempts = 0
    const runner = createRunner(
      sendKind(async (run) => {
        attempts += 1
        return fail(run)
      }),
      { log },
    )
    await queue('text')
    for (let hours = 0; hours < 10; hours += 1) {
      await runAll(runner)
      advanceClock(150 * MINUTE_MS)
    }
    expect(attempts).toBe(8)
    expect(await listJobs()).toMatchObject([
      { status: 'failed', attempts: 8, last_error: 'It is busy.', ended_at: expect.any(Number) },
    ])
    expect(lines.filter((line) => line.includes('gave up on job'))).toHaveLength(1)
  })

  it('stays as a failed job at once when it is refused', async () => {
    const runner = createRunner(sendKind(async () => ({ kind: 'refused', reason: 'It is gone.' })))
    await queue('text')
    await runAll(runner)
    expect(await listJobs()).toMatchObject([{ status: 'failed', attempts: 1, last_error: 'It is gone.' }])
  })

  it('is retried after an unexpected error, whose message only the log has', async () => {
    const { log, lines } = createMemoryLog()
    const runner = createRunner(
      sendKind(async () => Promise.reject(new TypeError('boom'))),
      { log },
    )
    await queue('text')
    await runAll(runner)
    expect(await listJobs()).toMatchObject([
      {
        status: 'queued',
        last_error: 'An unexpected error occurred. The server log has the details.',
      },
    ])
    expect(lines.join('')).toContain('boom')
  })

  it('is given up when every process that ran it has died', async () => {
    const runner = createRunner(sendKind(async () => undefined))
    await queue('text')
    await database.db.updateTable('jobs').set({ attempts: 20 }).execute()
    await runAll(runner)
    expect(await listJobs()).toMatchObject([
      { status: 'failed', last_error: 'The server stopped unexpectedly during every attempt.' },
    ])
  })
})

it('takes over the job of a process that has died', async () => {
  const dead = createRunner(
    sendKind(() => new Promise(() => undefined)),
    { renewIntervalMs: 1e9 },
  )
  await queue('text')
  await dead.poll()
  const sent: [unknown, number][] = []
  const successor = createRunner(
    sendKind(async ({ payload, attempt }) => void sent.push([payload, attempt])),
    { db: openSecondConnection() },
  )
  clock.system = new Date(SUNDAY.getTime() + 30_000)
  await runAll(successor)
  expect(sent).toEqual([])
  clock.system = new Date(SUNDAY.getTime() + 30_001)
  await runAll(successor)
  expect(sent).toEqual([['text', 2]])
})

describe('concurrency', () => {
  it('is limited per kind and per pool', async () => {
    const barrier = createBarrier()
    const started: string[] = []
    const run =
      (name: string): Send =>
      async () => {
        started.push(name)
        await barrier.released
        return undefined
      }
    const pool = { slots: 3 }
    const runner = createRunner([
      sendKind(run('send'), { maxConcurrent: 2, pool }),
      sendKind(run('mail'), { kind: 'mail', pool }),
      sendKind(run('push'), { kind: 'push', maxConcurrent: 1 }),
    ])
    const jobs = ['send', 'mail', 'push'].flatMap((kind) =>
      Array.from({ length: 5 }, () => ({ kind, payload: null })),
    )
    await insertJobs(database.db, jobs, clock.now)
    await runner.poll()
    expect(started.toSorted()).toEqual(['mail', 'push', 'send', 'send'])
    barrier.release()
    await runner.settled()
    expect(started).toHaveLength(15)
  })

  it('is limited per destination, so that one that hangs delays no other', async () => {
    const barrier = createBarrier()
    const sent: string[] = []
    const runner = createRunner(
      sendKind(
        async ({ payload }) => {
          if (String(payload).startsWith('slow')) await barrier.released
          sent.push(String(payload))
          return undefined
        },
        { maxConcurrent: 4, maxConcurrentPerDestination: 2 },
      ),
    )
    const job = (destination: string, index: number) => ({
      kind: 'send',
      destination,
      payload: `${destination} ${index}`,
    })
    const slow = Array.from({ length: 50 }, (_, index) => job('slow', index))
    const fast = Array.from({ length: 10 }, (_, index) => job('fast', index))
    await insertJobs(database.db, [...slow, ...fast], clock.now)
    await runner.poll()
    await expect.poll(() => sent.length).toBe(10)
    expect(sent).toEqual(fast.map(({ payload }) => payload))
    barrier.release()
    await runner.settled()
    expect(sent).toHaveLength(60)
  })
})

describe('shutdown', () => {
  it('starts queued jobs only of kinds that must not wait', async () => {
    const sent: string[] = []
    const runner = createRunner([
      sendKind(async () => void sent.push('send')),
      sendKind(async () => void sent.push('urgent'), { kind: 'urgent', startsDuringShutdown: true }),
    ])
    await insertJobs(
      database.db,
      ['send', 'urgent'].map((kind) => ({ kind, payload: null })),
      clock.now,
    )
    await runner.stop(1000)
    expect(sent).toEqual(['urgent'])
    expect(await listJobs()).toMatchObject([{ kind: 'send', status: 'queued', attempts: 0 }])
  })

  it('waits for short jobs, aborts them after the timeout, and queues them again', async () => {
    const barrier = createBarrier()
    const results: string[] = []
    const runner = createRunner(
      sendKind(async ({ payload, signal }) => {
        if (payload === 'sent') await barrier.released
        else
          await new Promise((_, reject) => {
            signal.addEventListener('abort', () => reject(new Error('aborted')))
          })
        results.push(String(payload))
        return undefined
      }),
    )
    await queue('sent', 'aborted')
    await runner.poll()
    barrier.release()
    await runner.stop(50)
    // On a busy machine, the job is queued again some time after the timeout.
    await runner.settled()
    expect(results).toEqual(['sent'])
    expect(await listJobs()).toMatchObject([{ payload: '"aborted"', status: 'queued', attempts: 0 }])
  })
})
