import { planRefreshArchive } from '@fieldhouse/domain/archive-plan'
import { type LeagueSeason, seasonAt } from '@fieldhouse/domain/season'
import { z } from 'zod'
import type { Db } from '../../database/database.ts'
import type { SeasonReader } from '../../database/season-reader.ts'
import {
  type ArchiveReadings,
  readArchive,
  storeArchivePart,
  storedArchive,
} from '../../intake/archive-intake.ts'
import {
  type IntakeLog,
  type LeagueToRead,
  type ReadBy,
  type ReadSeason,
  readSeason,
  type SeasonReading,
  storeSeason,
} from '../../intake/season-intake.ts'
import { noSuchLeague, noSuchSeason, OUR_DEFECT } from '../../intake/sentences.ts'
import {
  type JobOutcome,
  type LeagueJobKind,
  type LeagueJobRun,
  LeaseLostError,
} from '../../jobs/league-job.ts'
import type { LeagueArchive, ProviderCookies } from '../../providers/league-provider.ts'
import type { NflCalendar } from './schedule.ts'
import type { RefreshResult, RefreshStore } from './store.ts'

export type RefreshJobOptions = {
  db: Db
  store: RefreshStore
  seasons: SeasonReader
  provider: LeagueArchive
  cookies: LeagueCookies
  calendar: NflCalendar
  onStored?: OnStored
  log: IntakeLog & { error: (detail: object, line: string) => void }
  now: () => Date
}

/** Told of a season that was stored, with the NFL week in which it is. */
export type OnStored = (week: { season: number; week: number }) => void

/** The cookies that leagues are read with. */
export type LeagueCookies = {
  of: (leagueId: number) => Promise<ProviderCookies | null>
  /** Told what the provider said to a league's cookies. */
  note: (leagueId: number, wereAccepted: boolean) => Promise<void>
}

/** Without a season: the current one. */
export const RefreshPlan = z.object({ season: z.int().nullable() })

/** `steps` are for the log that people read: what was done, the outcome last. */
export const RefreshReport = z.object({
  season: z.int(),
  status: z.enum(['ok', 'skipped', 'error']),
  error: z.string().nullable(),
  steps: z.array(z.string()),
})

export type RefreshReport = z.infer<typeof RefreshReport>

/** Reading the season, reading its line-ups, storing both. */
const STEPS = 3

/**
 * Reads one season of a league and puts it in the place of the stored one. What the provider does is
 * no failure of the job but part of its report, which says what a person should do; what was stored stays.
 */
export function refreshJob(options: RefreshJobOptions): LeagueJobKind {
  const { store, seasons, provider, now } = options

  async function run(run: LeagueJobRun): Promise<JobOutcome> {
    const plan = RefreshPlan.parse(run.plan)
    const league = await store.league(run.leagueId)
    const tried = await seasonsToTry(league.id, plan.season)
    let season = tried[0] ?? seasonAt(now())
    try {
      const by = { cookies: await options.cookies.of(league.id), signal: run.signal }
      await run.tell({ step: `Reading the season ${season}`, done: 0, total: STEPS })
      let reading = await readSeason(provider, league, season, { by, log: options.log })
      const [, before] = tried
      if (before !== undefined && isNotThere(reading)) {
        season = before
        reading = await readSeason(provider, league, season, { by, log: options.log })
      }
      await noteCookies(league.id, season, reading)
      return outcomeOf(await keep(run, league, season, reading, by))
    } catch (error) {
      if (run.signal.aborted || error instanceof LeaseLostError) throw error
      return outcomeOf(await defect(run, season, error))
    }
  }

  /** A league whose newest stored season is an earlier one may have begun a new one. */
  async function seasonsToTry(leagueId: number, asked: number | null): Promise<number[]> {
    if (asked !== null) return [asked]
    const [newest] = await seasons.seasonsOf(leagueId)
    const byCalendar = seasonAt(now())
    return newest !== undefined && newest < byCalendar ? [byCalendar, newest] : [newest ?? byCalendar]
  }

  async function noteCookies(leagueId: number, season: number, reading: SeasonReading): Promise<void> {
    if (reading === null || !('failure' in reading)) return options.cookies.note(leagueId, true)
    if (reading.failure !== 'not_visible') return
    // An earlier season can be closed to somebody who reads the league: they were not in it.
    const [newest = season] = await seasons.seasonsOf(leagueId)
    if (season >= newest) await options.cookies.note(leagueId, false)
  }

  async function keep(
    run: LeagueJobRun,
    league: LeagueToRead,
    season: number,
    reading: SeasonReading,
    by: ReadBy,
  ): Promise<RefreshReport> {
    if (reading === null) return giveUp(run, await absent(league, season))
    if ('failure' in reading) return giveUp(run, { season, status: 'error', error: reading.reason })
    const { season: read } = reading.season
    await run.tell({ step: `Reading the line-ups of ${read}`, done: 1, total: STEPS })
    const stored = await storedArchive(options.db, league.id, read)
    const wanted = planRefreshArchive(reading.season, stored, now())
    const question = { provider, league, season: read, by, log: options.log }
    return keepSeason(run, reading, await readArchive(question, wanted))
  }

  async function absent(league: LeagueToRead, season: number): Promise<RefreshResult> {
    const isKnown = (await seasons.seasonsOf(league.id)).length > 0
    return isKnown
      ? { season, status: 'skipped', error: noSuchSeason(season) }
      : { season, status: 'error', error: noSuchLeague(league.espnLeagueId) }
  }

  async function keepSeason(
    run: LeagueJobRun,
    read: ReadSeason,
    archive: ArchiveReadings,
  ): Promise<RefreshReport> {
    const { season } = read.season
    const left = { plan: { season }, step: `Storing the season ${season}`, done: STEPS - 1, total: STEPS }
    const moment = { now: now(), games: await options.calendar(now()) }
    const result = await run.store(async (transaction) => {
      const why = await storeSeason(transaction, run.leagueId, read, now())
      if (why === null) {
        for (const part of archive.read) await storeArchivePart(transaction, run.leagueId, season, part)
      }
      const result = { season, status: why === null ? 'ok' : 'error', error: why } as const
      await store.finish(transaction, run.leagueId, result, moment)
      return { left, result }
    })
    if (result.status === 'ok') options.onStored?.({ season, week: read.season.progress.currentWeek ?? 1 })
    return { ...result, steps: [...stepsOf(read.season, archive), endOf(result)] }
  }

  async function giveUp(run: LeagueJobRun, result: RefreshResult): Promise<RefreshReport> {
    const left = { plan: { season: result.season }, step: result.error ?? '', done: 1, total: STEPS }
    const moment = { now: now(), games: await options.calendar(now()) }
    await run.store(async (transaction) => {
      await store.finish(transaction, run.leagueId, result, moment)
      return { left, result }
    })
    return { ...result, steps: [endOf(result)] }
  }

  async function defect(run: LeagueJobRun, season: number, error: unknown): Promise<RefreshReport> {
    options.log.error({ err: error, leagueId: run.leagueId, season }, 'a season could not be refreshed')
    return giveUp(run, { season, status: 'error', error: OUR_DEFECT })
  }

  return { name: 'refresh', isShort: true, run }
}

/** Whether a new season may simply not have begun: one that nobody has opened yet is denied, too. */
function isNotThere(reading: SeasonReading): boolean {
  return reading === null || ('failure' in reading && reading.failure === 'not_visible')
}

function outcomeOf(report: RefreshReport): JobOutcome {
  return { hasFailed: report.status === 'error', step: report.error ?? 'Stored', result: report }
}

const LIST = new Intl.ListFormat('en-GB', { type: 'conjunction' })

function stepsOf({ teams, games, findings }: LeagueSeason, { read, failed }: ArchiveReadings): string[] {
  const weeks = read.flatMap((part) => ('week' in part && part.lineups !== null ? [part.week] : []))
  const noted = findings.length > 0 ? `, ${findings.length} noted` : ''
  return [
    `read the season, ${counted(teams.length, 'team')}, ${counted(games.length, 'game')}${noted}`,
    ...(weeks.length > 0 ? [`read the line-ups of week ${LIST.format(weeks.map(String))}`] : []),
    ...failed.map(({ part, reason }) => `went on without ${part}: ${reason}`),
  ]
}

function endOf({ status, error }: RefreshResult): string {
  return error === null ? `${status}, stored` : `${status}, ${error}`
}

function counted(count: number, thing: string): string {
  return `${count} ${thing}${count === 1 ? '' : 's'}`
}
