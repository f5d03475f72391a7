import type { LeagueSeason } from '@fieldhouse/domain/season'
import { withBooksChecked } from '@fieldhouse/domain/season-books'
import { wealthOf, whyKept } from '@fieldhouse/domain/season-replacement'
import type { FastifyBaseLogger } from 'fastify'
import { packAnswers } from '../../database/answer-store.ts'
import type { SeasonReader } from '../../database/season-reader.ts'
import {
  type LeagueProvider,
  type ProviderCookies,
  ProviderError,
  type SeasonAnswer,
} from '../../providers/league-provider.ts'
import {
  ALREADY_RUNNING,
  noSuchLeague,
  noSuchSeason,
  OUR_DEFECT,
  POORER_ANSWER,
  sentenceFor,
} from './sentences.ts'
import type { LeagueToRefresh, RefreshResult, RefreshStore } from './store.ts'

export type Refresher = ReturnType<typeof leagueRefresher>

export type RefresherOptions = {
  store: RefreshStore
  seasons: SeasonReader
  provider: LeagueProvider
  cookies: LeagueCookies
  /** Told of a season that was stored, with the NFL week in which it is. */
  onStored: (week: { season: number; week: number }) => void
  log: FastifyBaseLogger
  newToken: () => string
  now: () => Date
}

/** The cookies that leagues are read with. */
export type LeagueCookies = {
  of: (leagueId: number) => Promise<ProviderCookies | null>
  /** Told what the provider said to a league's cookies. */
  note: (leagueId: number, wereAccepted: boolean) => Promise<void>
}

/** Reads seasons from the provider and puts them in the place of the stored ones. */
export function leagueRefresher(options: RefresherOptions) {
  const { store, seasons, provider, now } = options

  return {
    /**
     * Refreshes one season of a league; the current one when none is named. Never throws for
     * what the provider does: the result says what a person should do, and what was stored stays.
     */
    async refresh(
      league: LeagueToRefresh,
      asked: number | null,
    ): Promise<RefreshResult & { detail: string }> {
      const season = asked ?? (await seasons.currentSeason(league.id, now()))
      const token = options.newToken()
      if (!(await store.takeLease(league.id, token, now()))) {
        return { season, status: 'skipped', error: null, detail: ALREADY_RUNNING }
      }
      const read = await readOrExplain(league, season)
      if (!('answer' in read)) {
        await store.finishWithout(league.id, token, read, now())
        return { ...read, detail: read.error ?? '' }
      }
      return finish(league, token, read.answer)
    },
  }

  async function finish(league: LeagueToRefresh, token: string, { season, raw }: SeasonAnswer) {
    try {
      const answers = await packAnswers(raw)
      const read = { season, wealth: wealthOf(season, 'espn'), answers }
      const isStored = await store.finishWithSeason(league.id, token, read, now())
      if (isStored) options.onStored({ season: season.season, week: season.progress.currentWeek ?? 1 })
      return isStored
        ? { season: season.season, status: 'ok' as const, error: null, detail: summaryOf(season) }
        : { season: season.season, status: 'skipped' as const, error: null, detail: ALREADY_RUNNING }
    } catch (error) {
      options.log.error(
        { err: error, leagueId: league.id, season: season.season },
        'a season could not be stored',
      )
      const result = { season: season.season, status: 'error' as const, error: OUR_DEFECT }
      await store.finishWithout(league.id, token, result, now())
      return { ...result, detail: OUR_DEFECT }
    }
  }

  async function readOrExplain(
    league: LeagueToRefresh,
    season: number,
  ): Promise<RefreshResult | { answer: SeasonAnswer }> {
    const failed = (error: string): RefreshResult => ({ season, status: 'error', error })
    const cookies = await options.cookies.of(league.id)
    try {
      const answer = await provider.readSeason({ leagueId: league.espnLeagueId, season, cookies })
      await options.cookies.note(league.id, true)
      if (answer === null) return await absent(league, season)
      if (await isPoorer(league.id, answer.season)) return failed(POORER_ANSWER)
      return { answer: { ...answer, season: withBooksChecked(answer.season) } }
    } catch (error) {
      if (error instanceof ProviderError) {
        options.log.warn({ err: error, leagueId: league.id, season }, 'the provider could not be read')
        if (error.failure === 'not_visible') await options.cookies.note(league.id, false)
        return failed(sentenceFor(error.failure, cookies !== null))
      }
      options.log.error({ err: error, leagueId: league.id, season }, 'a season could not be read')
      return failed(OUR_DEFECT)
    }
  }

  async function absent(league: LeagueToRefresh, season: number): Promise<RefreshResult> {
    const isKnown = (await seasons.seasonsOf(league.id)).length > 0
    return isKnown
      ? { season, status: 'skipped', error: noSuchSeason(season) }
      : { season, status: 'error', error: noSuchLeague(league.espnLeagueId) }
  }

  /** Whether an answer lacks what is stored already, so that it must not take its place. */
  async function isPoorer(leagueId: number, season: LeagueSeason): Promise<boolean> {
    const stored = await store.storedWealth(leagueId, season.season)
    return whyKept(stored, wealthOf(season, 'espn')) !== null
  }
}

function summaryOf({ teams, games, findings }: LeagueSeason): string {
  const noted = findings.length > 0 ? `, ${findings.length} noted` : ''
  return `${teams.length} teams, ${games.length} games${noted}`
}
