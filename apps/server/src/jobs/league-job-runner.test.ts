import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { recordAct } from '../database/audit.ts'
import { connect, type Db } from '../database/database.ts'
import { aGate } from '../testing/a-gate.ts'
import { aRunningJob } from '../testing/a-league-job.ts'
import { keptLog } from '../testing/kept-log.ts'
import { SUNDAY } from '../testing/start-app.ts'
import { type TestDatabase, testDatabase } from '../testing/test-database.ts'
import type { LeagueJobKind, LeagueJobRun } from './league-job.ts'
import { type LeagueJobRunner, type LeagueJobRunnerOptions, leagueJobRunner } from './league-job-runner.ts'
import { freeAllJobs, leagueJobStore } from './league-job-store.ts'

let database: TestDatabase
/** The clock of the machine. */
let clock: { now: Date }
let open: (() => Promise<unknown>)[]
let tokens: number
beforeEach(async () => {
  database = await testDatabase()
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

function aRunner(work: Work, more: Partial<LeagueJobRunnerOptions> & { db?: Db } = {}) {
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
    log: keptLog().log,
    now: () => SUNDAY,
    machineNow: () => clock.now,
    everyMs: 5,
    ...options,
  })
  open.unshift(() => runner.stop(1000))
  return runner
}

/** The same database as another process sees it. */
function anotherConnection(): Db {
  const db = connect(database.address)
  open.push(() => db.destroy())
  return db
}

const backfill = (leagueId = 1, plan: unknown = {}) =>
  ({ leagueId, kind: 'backfill', plan, askedBy: 1 }) as const

const refresh = (leagueId = 1) => ({ ...backfill(leagueId), kind: 'refresh' }) as const

async function asked(runner: LeagueJobRunner, job: Parameters<LeagueJobRunner['ask']>[0] = backfill()) {
  const made = await runner.ask(job)
  if ('open' in made) throw new Error(`a ${made.open} is open`)
  return made.id
}

const theJob = () =>
  database.db.selectFrom('league_jobs').selectAll().orderBy('id', 'desc').executeTakeFirstOrThrow()

const Plan = z.object({ left: z.array(z.int()) })

/** Does the numbers of its plan one by one, each with a line in the audit log; `before` is called ahead of each. */
function counting(before: (each: number, run: LeagueJobRun) => Promise<void> = async () => undefined): Work {
  return async (run) => {
    let { left } = Plan.parse(run.plan)
    for (const each of left) {
      await before(each, run)
      left = await run.store(async (transaction) => {
        await recordAct(transaction, { at: SUNDAY, actor: null, action: 'league.backfill', detail: { each } })
        const result = left.filter((other) => other !== each)
        return {
          left: { plan: { left: result }, step: `Did ${each}`, done: 5 - result.length, total: 5 },
          result,
        }
      })
    }
    return DONE
  }
}

const FIVE = { left: [1, 2, 3, 4, 5] }

async function done(): Promise<number[]> {
  const rows = await database.db.selectFrom('audit_log').select('detail').orderBy('id').execute()
  return rows.map((row) => JSON.parse(row.detail).each)
}

describe('a job', () => {
  it('is done at once, and tells how far it is', async () => {
    const runner = aRunner(counting())
    const id = await asked(runner, backfill(1, FIVE))
    expect(await runner.endOf(id)).toEqual(DONE)
    expect(await done()).toEqual([1, 2, 3, 4, 5])
    expect(await theJob()).toMatchObject({
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
    const gate = aGate()
    const begun: number[] = []
    const runner = aRunner(async ({ leagueId }) => {
      begun.push(leagueId)
      await gate.passed
      return DONE
    })
    const first = await asked(runner)
    expect(await runner.ask(refresh())).toEqual({ open: 'backfill', id: first, isScheduled: false })
    const others = [
      await asked(runner, refresh(2)),
      await asked(runner, refresh(3)),
      await asked(runner, refresh(4)),
    ]
    await expect.poll(() => begun).toEqual([1, 2, 3])
    gate.pass()
    for (const id of others) expect(await runner.endOf(id)).toEqual(DONE)
    expect(begun).toEqual([1, 2, 3, 4])
    expect('id' in (await runner.ask(refresh()))).toBe(true)
  })

  it('that is long leaves a place to those that are short', async () => {
    const gate = aGate()
    const begun: string[] = []
    const runner = aRunner(async ({ leagueId }) => {
      begun.push(`league ${leagueId}`)
      await gate.passed
      return DONE
    })
    for (const leagueId of [1, 2, 3]) await asked(runner, backfill(leagueId))
    await expect.poll(() => begun).toHaveLength(2)
    await asked(runner, refresh(4))
    await expect.poll(() => begun).toEqual(['league 1', 'league 2', 'league 4'])
    gate.pass()
    await runner.settled()
    expect(begun.at(-1)).toBe('league 3')
  })

  it('is done by one of several processes', async () => {
    let runs = 0
    const work: Work = async () => {
      runs += 1
      return DONE
    }
    const runners = [aRunner(work), aRunner(work, { db: anotherConnection() }), aRunner(work)]
    for (let count = 0; count < 5; count += 1) {
      await database.db
        .insertInto('league_jobs')
        .values(aRunningJob({ status: 'queued', lease_token: null, lease_until: null, plan: '{}' }))
        .execute()
      await Promise.all(runners.map((runner) => runner.tick()))
      await Promise.all(runners.map((runner) => runner.settled()))
    }
    expect(runs).toBe(5)
  })

  it('that fails is written down without the words of its error', async () => {
    const { log, lines } = keptLog()
    const work: Work = async () => {
      throw new Error('undefined is not a function')
    }
    const runner = aRunner(work, { log })
    const end = await runner.endOf(await asked(runner))
    expect(end).toEqual({ hasFailed: true, step: 'Something went wrong on our side.', result: null })
    expect(lines.join()).toContain('undefined is not a function')
    expect(await theJob()).toMatchObject({ status: 'failed' })
  })

  it('ends for whoever waits when its league is gone', async () => {
    const runner = aRunner(async () => DONE)
    const id = await asked(runner)
    await runner.settled()
    await database.db.deleteFrom('leagues').where('id', '=', 1).execute()
    expect(await runner.endOf(id)).toBe(undefined)
  })
})

describe('a process that dies', () => {
  it('loses its job to another, which does the rest, and each part is done once', async () => {
    const gate = aGate()
    const dead = aRunner(
      counting((each) => (each === 3 ? gate.passed : Promise.resolve())),
      {
        db: anotherConnection(),
        renewMs: 1e9,
      },
    )
    const id = await asked(dead, backfill(1, FIVE))
    await expect.poll(done).toHaveLength(2)
    const heir = aRunner(counting())
    await heir.tick()
    await heir.settled()
    expect(await done()).toHaveLength(2)
    clock.now = new Date(SUNDAY.getTime() + 31_000)
    await heir.tick()
    expect(await heir.endOf(id)).toEqual(DONE)
    gate.pass()
    await dead.settled()
    expect(await done()).toEqual([1, 2, 3, 4, 5])
    expect(await theJob()).toMatchObject({ status: 'done' })
  })

  it('loses its job in time, though it took it by a clock that was set back since', async () => {
    const tomorrow = SUNDAY.getTime() + 24 * 60 * 60_000
    await database.db
      .insertInto('league_jobs')
      .values(aRunningJob({ lease_until: tomorrow }))
      .execute()
    const heir = aRunner(async () => DONE)
    await heir.tick()
    await heir.settled()
    expect(await theJob()).toMatchObject({ status: 'done' })
  })

  it('keeps its job as long as it lives', async () => {
    const gate = aGate()
    const runner = aRunner(
      async ({ signal }) => {
        await gate.passed
        signal.throwIfAborted()
        return DONE
      },
      { renewMs: 5 },
    )
    const id = await asked(runner)
    await expect.poll(async () => (await theJob()).status).toBe('running')
    for (let minutes = 1; minutes < 4; minutes += 1) {
      clock.now = new Date(SUNDAY.getTime() + minutes * 60_000)
      await expect.poll(async () => (await theJob()).lease_until).toBe(clock.now.getTime() + 30_000)
    }
    gate.pass()
    expect(await runner.endOf(id)).toEqual(DONE)
  })

  it('does not begin its own job again when the clock is set forward', async () => {
    const gate = aGate()
    let begun = 0
    const runner = aRunner(
      async () => {
        begun += 1
        await gate.passed
        return DONE
      },
      { renewMs: 1e9 },
    )
    const id = await asked(runner)
    await expect.poll(() => begun).toBe(1)
    clock.now = new Date(SUNDAY.getTime() + 24 * 60 * 60_000)
    await runner.tick()
    gate.pass()
    expect(await runner.endOf(id)).toEqual(DONE)
    await runner.settled()
    expect(begun).toBe(1)
  })

  it('is told to stop when its job is another’s', async () => {
    const runner = aRunner(
      ({ signal }) =>
        new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('told to stop')))),
      { renewMs: 5 },
    )
    await asked(runner)
    await expect.poll(async () => (await theJob()).status).toBe('running')
    await database.db.updateTable('league_jobs').set({ lease_token: 'another' }).execute()
    await runner.settled()
    expect(await theJob()).toMatchObject({ status: 'running', lease_token: 'another' })
  })

  it('holds nothing once its folder belongs to another', async () => {
    await database.db.insertInto('league_jobs').values(aRunningJob()).execute()
    await freeAllJobs(database.db)
    const runner = aRunner(async () => DONE)
    await runner.tick()
    await runner.settled()
    expect(await theJob()).toMatchObject({ status: 'done' })
  })
})

describe('a stop', () => {
  it('gives a long job back at once, and another process goes on', async () => {
    const runner = aRunner(
      counting(async (each, { signal }) => {
        if (each === 3) await new Promise((resolve) => signal.addEventListener('abort', resolve))
        signal.throwIfAborted()
      }),
    )
    const id = await asked(runner, backfill(1, FIVE))
    const waits = runner.endOf(id).catch((error: unknown) => error)
    await expect.poll(done).toHaveLength(2)
    const before = performance.now()
    await runner.stop(5000)
    expect(performance.now() - before).toBeLessThan(1000)
    expect(await waits).toMatchObject({ code: 'not_ready' })
    expect(await theJob()).toMatchObject({ status: 'queued', lease_token: null, plan: '{"left":[3,4,5]}' })
    await expect(runner.ask(refresh(2))).rejects.toMatchObject({ code: 'not_ready' })
    const next = aRunner(counting())
    await next.tick()
    expect(await next.endOf(id)).toEqual(DONE)
    expect(await done()).toHaveLength(5)
  })

  it('waits for the end of a short one', async () => {
    const gate = aGate()
    const work: Work = async () => {
      await gate.passed
      return DONE
    }
    const runner = aRunner(work)
    const waits = runner.endOf(await asked(runner, refresh()))
    await expect.poll(async () => (await theJob()).status).toBe('running')
    const stopped = runner.stop(5000)
    gate.pass()
    expect(await waits).toEqual(DONE)
    await stopped
  })
})

describe('who asks', () => {
  it('waits for what the schedule has begun, and then has their own', async () => {
    const gate = aGate()
    const plans: unknown[] = []
    const runner = aRunner(async ({ plan }) => {
      plans.push(plan)
      await gate.passed
      return DONE
    })
    await runner.ask({ ...refresh(), plan: 'scheduled', askedBy: null })
    await expect.poll(() => plans).toEqual(['scheduled'])
    const own = asked(runner, backfill(1, 'own'))
    gate.pass()
    await runner.endOf(await own)
    expect(plans).toEqual(['scheduled', 'own'])
  })

  it('has what is attached in the process that was asked, even when that is busy', async () => {
    const gate = aGate()
    const attached: unknown[] = []
    const runner = aRunner(async ({ attachment }) => {
      attached.push(attachment)
      await gate.passed
      return DONE
    })
    for (const leagueId of [1, 2, 3]) await asked(runner, refresh(leagueId))
    await expect.poll(() => attached).toHaveLength(3)
    await runner.ask(backfill(4), 'a secret')
    expect(attached.at(-1)).toBe('a secret')
    gate.pass()
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
        ...[1, 2, 3].map((league_id) => aRunningJob({ ...free, league_id })),
        aRunningJob({ ...free, league_id: 4, asked_by: 1 }),
      ])
      .execute()
    const runner = aRunner(async ({ leagueId }) => {
      order.push(leagueId)
      return DONE
    })
    await runner.tick()
    await runner.settled()
    expect(order[0]).toBe(4)
    expect(order.toSorted()).toEqual([1, 2, 3, 4])
  })
})
