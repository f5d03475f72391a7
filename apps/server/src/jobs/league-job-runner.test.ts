import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { recordAuditEntry } from '../database/audit.ts'
import { connect, type Db } from '../database/database.ts'
import { createBarrier } from '../testing/barrier.ts'
import { buildRunningJob } from '../testing/league-job-fixture.ts'
import { createMemoryLog } from '../testing/memory-log.ts'
import { SUNDAY } from '../testing/start-app.ts'
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import type { LeagueJobKind, LeagueJobRun } from './league-job.ts'
import { type LeagueJobRunner, type LeagueJobRunnerOptions, leagueJobRunner } from './league-job-runner.ts'
import { leagueJobStore, releaseAllLeases } from './league-job-store.ts'

let database: TestDatabase
/** The clock of the machine. */
let clock: { now: Date }
let open: (() => Promise<unknown>)[]
let tokens: number
beforeEach(async () => {
  database = await createTestDatabase()
  clock = { now: SUNDAY }
  tokens = 0
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
  open = []
})
afterEach(async () => {
  for (const close of open) await close()
  await database.drop()
})

type Work = (run: LeagueJobRun) => ReturnType<LeagueJobKind['run']>

const DONE = { hasFailed: false, step: 'Done.', result: { is: 'done' } }

function createRunner(work: Work, more: Partial<LeagueJobRunnerOptions> & { db?: Db } = {}) {
  const { db = database.db, ...options } = more
  const runner = leagueJobRunner({
    store: leagueJobStore(db),
    kinds: [
      { name: 'backfill', isShort: false, run: work },
      { name: 'refresh', isShort: true, run: work },
    ],
    newToken: () => {
      tokens += 1
      return `token ${tokens}`
    },
    log: createMemoryLog().log,
    now: () => SUNDAY,
    systemNow: () => clock.now,
    pollIntervalMs: 5,
    ...options,
  })
  open.unshift(() => runner.stop(1000))
  return runner
}

/** The same database as another process sees it. */
function openSecondConnection(): Db {
  const db = connect(database.address)
  open.push(() => db.destroy())
  return db
}

const backfill = (leagueId = 1, payload: unknown = {}) =>
  ({ leagueId, kind: 'backfill', payload, requestedBy: 1 }) as const

const refresh = (leagueId = 1) => ({ ...backfill(leagueId), kind: 'refresh' }) as const

async function requestJob(
  runner: LeagueJobRunner,
  job: Parameters<LeagueJobRunner['request']>[0] = backfill(),
) {
  const made = await runner.request(job)
  if ('open' in made) throw new Error(`a ${made.open} is open`)
  return made.id
}

const readJobRow = () =>
  database.db.selectFrom('league_jobs').selectAll().orderBy('id', 'desc').executeTakeFirstOrThrow()

const Payload = z.object({ left: z.array(z.int()) })

/** Does the numbers of its plan one by one, each with a line in the audit log; `before` is called ahead of each. */
function countingJob(
  before: (each: number, run: LeagueJobRun) => Promise<void> = async () => undefined,
): Work {
  return async (run) => {
    let { left } = Payload.parse(run.payload)
    for (const each of left) {
      await before(each, run)
      left = await run.saveCheckpoint(async (transaction) => {
        await recordAuditEntry(transaction, {
          at: SUNDAY,
          actor: null,
          action: 'league.backfill',
          detail: { each },
        })
        const result = left.filter((other) => other !== each)
        return {
          checkpoint: { payload: { left: result }, step: `Did ${each}`, done: 5 - result.length, total: 5 },
          result,
        }
      })
    }
    return DONE
  }
}

const FIVE_STEPS = { left: [1, 2, 3, 4, 5] }

async function readDoneSteps(): Promise<number[]> {
  const rows = await database.db.selectFrom('audit_log').select('detail').orderBy('id').execute()
  return rows.map((row) => JSON.parse(row.detail).each)
}

describe('a job', () => {
  it('is done at once, and tells how far it is', async () => {
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
      ...[1, 2, 3, 4, 5].map((each) => [
        'refresh',
        { job: 'backfill', state: 'running', step: `Did ${each}`, done: each, total: 5 },
      ]),
      ['refresh', { job: 'backfill', state: 'done', step: 'Done.', done: 5, total: 5 }],
    ])
  })

  it('is the only one of its league, and one of several leagues at once', async () => {
    const gate = createBarrier()
    const begun: number[] = []
    const runner = createRunner(async ({ leagueId }) => {
      begun.push(leagueId)
      await gate.released
      return DONE
    })
    const first = await requestJob(runner)
    expect(await runner.request(refresh())).toEqual({ open: 'backfill', id: first, isScheduled: false })
    const others = [
      await requestJob(runner, refresh(2)),
      await requestJob(runner, refresh(3)),
      await requestJob(runner, refresh(4)),
    ]
    await expect.poll(() => begun).toEqual([1, 2, 3])
    gate.release()
    for (const id of others) expect(await runner.waitForOutcome(id)).toEqual(DONE)
    expect(begun).toEqual([1, 2, 3, 4])
    expect('id' in (await runner.request(refresh()))).toBe(true)
  })

  it('that is long leaves a place to those that are short', async () => {
    const gate = createBarrier()
    const begun: string[] = []
    const runner = createRunner(async ({ leagueId }) => {
      begun.push(`league ${leagueId}`)
      await gate.released
      return DONE
    })
    for (const leagueId of [1, 2, 3]) await requestJob(runner, backfill(leagueId))
    await expect.poll(() => begun).toHaveLength(2)
    await requestJob(runner, refresh(4))
    await expect.poll(() => begun).toEqual(['league 1', 'league 2', 'league 4'])
    gate.release()
    await runner.settled()
    expect(begun.at(-1)).toBe('league 3')
  })

  it('is done by one of several processes', async () => {
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
        .insertInto('league_jobs')
        .values(buildRunningJob({ status: 'queued', lease_token: null, lease_until: null, plan: '{}' }))
        .execute()
      await Promise.all(runners.map((runner) => runner.tick()))
      await Promise.all(runners.map((runner) => runner.settled()))
    }
    expect(runs).toBe(5)
  })

  it('that fails is written down without the words of its error', async () => {
    const { log, lines } = createMemoryLog()
    const work: Work = async () => {
      throw new Error('undefined is not a function')
    }
    const runner = createRunner(work, { log })
    const end = await runner.waitForOutcome(await requestJob(runner))
    expect(end).toEqual({ hasFailed: true, step: 'Something went wrong on our side.', result: null })
    expect(lines.join()).toContain('undefined is not a function')
    expect(await readJobRow()).toMatchObject({ status: 'failed' })
  })

  it('ends for whoever waits when its league is gone', async () => {
    const runner = createRunner(async () => DONE)
    const id = await requestJob(runner)
    await runner.settled()
    await database.db.deleteFrom('leagues').where('id', '=', 1).execute()
    expect(await runner.waitForOutcome(id)).toBe(undefined)
  })
})

describe('a process that dies', () => {
  it('loses its job to another, which does the rest, and each part is done once', async () => {
    const gate = createBarrier()
    const dead = createRunner(
      countingJob((each) => (each === 3 ? gate.released : Promise.resolve())),
      {
        db: openSecondConnection(),
        renewIntervalMs: 1e9,
      },
    )
    const id = await requestJob(dead, backfill(1, FIVE_STEPS))
    await expect.poll(readDoneSteps).toHaveLength(2)
    const heir = createRunner(countingJob())
    await heir.tick()
    await heir.settled()
    expect(await readDoneSteps()).toHaveLength(2)
    clock.now = new Date(SUNDAY.getTime() + 31_000)
    await heir.tick()
    expect(await heir.waitForOutcome(id)).toEqual(DONE)
    gate.release()
    await dead.settled()
    expect(await readDoneSteps()).toEqual([1, 2, 3, 4, 5])
    expect(await readJobRow()).toMatchObject({ status: 'done' })
  })

  it('loses its job in time, though it took it by a clock that was set back since', async () => {
    const tomorrow = SUNDAY.getTime() + 24 * 60 * 60_000
    await database.db
      .insertInto('league_jobs')
      .values(buildRunningJob({ lease_until: tomorrow }))
      .execute()
    const heir = createRunner(async () => DONE)
    await heir.tick()
    await heir.settled()
    expect(await readJobRow()).toMatchObject({ status: 'done' })
  })

  it('keeps its job as long as it lives', async () => {
    const gate = createBarrier()
    const runner = createRunner(
      async ({ signal }) => {
        await gate.released
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
    gate.release()
    expect(await runner.waitForOutcome(id)).toEqual(DONE)
  })

  it('does not begin its own job again when the clock is set forward', async () => {
    const gate = createBarrier()
    let begun = 0
    const runner = createRunner(
      async () => {
        begun += 1
        await gate.released
        return DONE
      },
      { renewIntervalMs: 1e9 },
    )
    const id = await requestJob(runner)
    await expect.poll(() => begun).toBe(1)
    clock.now = new Date(SUNDAY.getTime() + 24 * 60 * 60_000)
    await runner.tick()
    gate.release()
    expect(await runner.waitForOutcome(id)).toEqual(DONE)
    await runner.settled()
    expect(begun).toBe(1)
  })

  it('is told to stop when its job is another’s', async () => {
    const runner = createRunner(
      ({ signal }) =>
        new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('told to stop')))),
      { renewIntervalMs: 5 },
    )
    await requestJob(runner)
    await expect.poll(async () => (await readJobRow()).status).toBe('running')
    await database.db.updateTable('league_jobs').set({ lease_token: 'another' }).execute()
    await runner.settled()
    expect(await readJobRow()).toMatchObject({ status: 'running', lease_token: 'another' })
  })

  it('holds nothing once its folder belongs to another', async () => {
    await database.db.insertInto('league_jobs').values(buildRunningJob()).execute()
    await releaseAllLeases(database.db)
    const runner = createRunner(async () => DONE)
    await runner.tick()
    await runner.settled()
    expect(await readJobRow()).toMatchObject({ status: 'done' })
  })
})

describe('a stop', () => {
  it('gives a long job back at once, and another process goes on', async () => {
    const runner = createRunner(
      countingJob(async (each, { signal }) => {
        if (each === 3) await new Promise((resolve) => signal.addEventListener('abort', resolve))
        signal.throwIfAborted()
      }),
    )
    const id = await requestJob(runner, backfill(1, FIVE_STEPS))
    const waits = runner.waitForOutcome(id).catch((error: unknown) => error)
    await expect.poll(readDoneSteps).toHaveLength(2)
    const before = performance.now()
    await runner.stop(5000)
    expect(performance.now() - before).toBeLessThan(1000)
    expect(await waits).toMatchObject({ code: 'not_ready' })
    expect(await readJobRow()).toMatchObject({
      status: 'queued',
      lease_token: null,
      plan: '{"left":[3,4,5]}',
    })
    await expect(runner.request(refresh(2))).rejects.toMatchObject({ code: 'not_ready' })
    const next = createRunner(countingJob())
    await next.tick()
    expect(await next.waitForOutcome(id)).toEqual(DONE)
    expect(await readDoneSteps()).toHaveLength(5)
  })

  it('waits for the end of a short one', async () => {
    const gate = createBarrier()
    const work: Work = async () => {
      await gate.released
      return DONE
    }
    const runner = createRunner(work)
    const waits = runner.waitForOutcome(await requestJob(runner, refresh()))
    await expect.poll(async () => (await readJobRow()).status).toBe('running')
    const stopped = runner.stop(5000)
    gate.release()
    expect(await waits).toEqual(DONE)
    await stopped
  })
})

describe('who asks', () => {
  it('waits for what the schedule has begun, and then has their own', async () => {
    const gate = createBarrier()
    const plans: unknown[] = []
    const runner = createRunner(async ({ payload }) => {
      plans.push(payload)
      await gate.released
      return DONE
    })
    await runner.request({ ...refresh(), payload: 'scheduled', requestedBy: null })
    await expect.poll(() => plans).toEqual(['scheduled'])
    const own = requestJob(runner, backfill(1, 'own'))
    gate.release()
    await runner.waitForOutcome(await own)
    expect(plans).toEqual(['scheduled', 'own'])
  })

  it('has what is attached in the process that was asked, even when that is busy', async () => {
    const gate = createBarrier()
    const attached: unknown[] = []
    const runner = createRunner(async ({ localContext }) => {
      attached.push(localContext)
      await gate.released
      return DONE
    })
    for (const leagueId of [1, 2, 3]) await requestJob(runner, refresh(leagueId))
    await expect.poll(() => attached).toHaveLength(3)
    await runner.request(backfill(4), 'a secret')
    expect(attached.at(-1)).toBe('a secret')
    gate.release()
    await runner.settled()
    expect(JSON.stringify(await database.db.selectFrom('league_jobs').selectAll().execute())).not.toContain(
      'secret',
    )
  })

  it('is served before the schedule', async () => {
    const order: number[] = []
    const free = { status: 'queued', lease_token: null, lease_until: null, plan: '{}' } as const
    await database.db
      .insertInto('league_jobs')
      .values([
        ...[1, 2, 3].map((league_id) => buildRunningJob({ ...free, league_id })),
        buildRunningJob({ ...free, league_id: 4, asked_by: 1 }),
      ])
      .execute()
    const runner = createRunner(async ({ leagueId }) => {
      order.push(leagueId)
      return DONE
    })
    await runner.tick()
    await runner.settled()
    expect(order[0]).toBe(4)
    expect(order.toSorted()).toEqual([1, 2, 3, 4])
  })
})
