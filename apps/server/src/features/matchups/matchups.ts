import { createHash } from 'node:crypto'
import type { LiveScores } from '@fieldhouse/contract/live'
import type { Matchup, MatchupTeam } from '@fieldhouse/contract/matchups'
import * as contract from '@fieldhouse/contract/matchups'
import type { DataKind } from '@fieldhouse/contract/operation'
import { pointsToDecimal, pointsToDecimalOrNull } from '@fieldhouse/domain/points'
import type { LineupEntry } from '@fieldhouse/domain/rosters/lineup'
import { type TimelineFacts, timelineFacts } from '@fieldhouse/domain/rosters/matchup'
import { periodOfNumber } from '@fieldhouse/domain/seasons/season'
import type { ReadLeagueVersions } from '../../database/engine/league-memory.ts'
import { ApiError } from '../../http/errors/api-error.ts'
import { operation } from '../../http/operation.ts'
import { presentFreshness } from '../../http/to-wire.ts'
import type { EventData, StoredEvent } from '../../live/live-events.ts'
import { listTimelinePoints } from '../../repositories/season-store.ts'
import {
  type LeagueWeek,
  presentMyMatchup,
  presentScoreboard,
  readMatchup,
  readScoreboard,
  readWeek,
  type WeekSources,
} from './read-matchups.ts'

export const matchups = [
  operation(contract.getScoreboard, ({ ctx, league, query, user }) =>
    readScoreboard(ctx, league.id, query, user.userId),
  ),

  operation(contract.getMyMatchup, async ({ ctx, league, query, user }) =>
    presentMyMatchup(await readWeek(ctx, league.id, query), user.userId),
  ),

  operation(contract.getMatchup, async ({ ctx, league, params }) => {
    const matchup = await readMatchup(ctx, league.id, params)
    if (matchup === null) throw gameNotFound()
    return matchup
  }),

  operation(contract.getMatchupTimeline, async ({ ctx, league: { id }, params: { season, week, game } }) => {
    const league = await ctx.leagues.seasons(id)
    const period = periodOfNumber({ periods: league.schedule(season)?.periods ?? [] }, week)
    const isGame = league
      .games(season)
      .some((each) => each.gameId === game && each.period === period && each.away !== null)
    if (!isGame) throw gameNotFound()
    // Empty for a game that was not followed live.
    const points = await listTimelinePoints(ctx.db, id, season, game)
    const facts = timelineFacts(points)
    return {
      season,
      week: period,
      game_id: game,
      points: points.map(({ at, state, home, away, homeProbability }) => ({
        at: at.toISOString(),
        state,
        home_score: pointsToDecimal(home),
        away_score: pointsToDecimal(away),
        home_win_chance: homeProbability,
      })),
      facts: facts === null ? null : presentFacts(facts),
      ...presentFreshness(league.freshness(season)),
    }
  }),
]

function presentFacts({ leadChanges, largestSwing, comeback }: TimelineFacts) {
  return {
    lead_changes: leadChanges.map(({ at }) => at.toISOString()),
    largest_swing: { at: largestSwing.point.at.toISOString(), change: largestSwing.change },
    comeback: comeback && {
      winner: comeback.winner,
      at: comeback.point.at.toISOString(),
      win_chance: comeback.probability,
    },
  }
}

const gameNotFound = () => new ApiError('game_not_found', { message: 'Game not found.' })

type ChangedPart = LiveScores['changed'][number]

type ScoreState = {
  season: number
  scores: Omit<LiveScores, 'previous_updated_at' | 'players' | 'changed'>
  players: string[]
  /** Hashes of everything that the scores do not include. */
  parts: Record<ChangedPart, string>
}

const PARTS: readonly ChangedPart[] = ['season', 'scoreboard', 'matchup', 'roster']

const READS: readonly DataKind[] = ['season', 'league', 'people', 'nfl']
const MAX_ATTEMPTS = 3

/** What has changed since the last event of the league is computed once for all streams of this process. */
export function liveScores(
  ctx: WeekSources,
  readVersions: ReadLeagueVersions,
  log: { error: (fields: object, message: string) => void },
): EventData {
  /** Of the leagues with open streams, as of the last event or of the first stream. */
  const states = new Map<number, ScoreState | null>()

  /** Reads the state at one version: a commit between two of its reads would hide a change. */
  async function readState(leagueId: number): Promise<ScoreState> {
    for (let attempt = 1; ; attempt += 1) {
      const versions = await readVersions(leagueId)
      const week = await readWeek(ctx, leagueId, {})
      const state = toScoreState(week, await ctx.archive.listWeeksWithLineups(leagueId, week.season))
      if ((await readVersions(leagueId))?.of(READS) === versions?.of(READS) || attempt === MAX_ATTEMPTS)
        return state
    }
  }

  async function addScores(stored: StoredEvent): Promise<StoredEvent> {
    const { leagueId, event } = stored
    if (event.name !== 'scoreboard') return stored
    const current = await readState(leagueId)
    const previous = states.get(leagueId)
    if (event.data.season !== current.season) return stored
    // The league may have lost its last stream in the meantime.
    if (previous !== undefined) states.set(leagueId, current)
    const scores = presentLiveScores(previous ?? null, current)
    return { ...stored, event: { name: event.name, data: { ...event.data, scores } } }
  }

  return {
    async start(leagueId) {
      states.set(leagueId, null)
      const state = await readState(leagueId).catch(logError)
      if (states.get(leagueId) === null) states.set(leagueId, state)
    },
    stop: (leagueId) => void states.delete(leagueId),
    // Without the scores, clients read them.
    add: async (event) => (await addScores(event).catch(logError)) ?? event,
  }

  function logError(error: unknown): null {
    log.error({ err: error }, 'failed to read the scores of an event')
    return null
  }
}

/** @param rosterWeeks what rosters show in addition to lineups */
function toScoreState(week: LeagueWeek, rosterWeeks: readonly number[]): ScoreState {
  const { matchups, scores, updated_at, last_error, ...rest } = presentScoreboard(week, null)
  const lineups = week.lineups.map(({ teamId, emptySlots, entries }) => ({
    teamId,
    emptySlots,
    entries: entries.map((entry) => ({ ...entry, points: undefined, projectedPoints: undefined })),
  }))
  // Events of their own contain the progress of the games.
  const nflGames = (week.nflWeek?.games ?? []).map((game) => ({ ...game, progress: undefined }))
  const teams = scores.map((team) => ({ ...team, score: undefined })).sort((a, b) => a.team_id - b.team_id)
  const scoreboard = hash([rest, matchups.map(withoutScores), teams])
  return {
    season: week.season,
    scores: {
      updated_at,
      last_error,
      week: rest.week,
      lineup_week: week.lineupWeek,
      matchups: matchups.map(({ id, status, state, result, away, home }) => {
        return { id, status, state, result, away: toLiveSide(away), home: toLiveSide(home) }
      }),
      scores: scores.map(({ team_id, score }) => ({ team_id, score })),
    },
    players: week.lineups.flatMap(({ entries }) =>
      entries.map((entry) => JSON.stringify(toLivePlayer(entry))),
    ),
    parts: {
      season: hash(seasonDataOf(week)),
      scoreboard,
      matchup: hash([scoreboard, lineups, nflGames.map(({ gameId, state }) => [gameId, state])]),
      roster: hash([lineups, nflGames, [...(week.nflWeek?.byeTeamIds ?? [])], rosterWeeks]),
    },
  }
}

function seasonDataOf({ league, season, format, teams }: LeagueWeek): unknown {
  return [
    format,
    league.schedule(season),
    league.games(season).map(({ gameId, result }) => [gameId, result]),
    league.completedWeeks(season),
    teams,
    [...league.ownerNames(season)],
    league.info(),
  ]
}

/**
 * What clients with the state `previous` have to change to show `current`.
 * @param previous null if it is unknown
 */
function presentLiveScores(previous: ScoreState | null, current: ScoreState): LiveScores {
  const known = previous?.season === current.season ? previous : null
  const knownPlayers = new Set(known?.players)
  return {
    ...current.scores,
    previous_updated_at: known?.scores.updated_at ?? null,
    players: current.players
      .filter((player) => !knownPlayers.has(player))
      .map((player) => JSON.parse(player) as LiveScores['players'][number]),
    changed: PARTS.filter((part) => known?.parts[part] !== current.parts[part]),
  }
}

function toLiveSide({ score, proj, win_chance, categories, top_scorer, remaining }: MatchupTeam) {
  return { score, proj, win_chance, categories, top_scorer, remaining }
}

function toLivePlayer({ playerId, points, projectedPoints }: LineupEntry) {
  return {
    espn_id: playerId,
    proj: pointsToDecimalOrNull(projectedPoints),
    actual: pointsToDecimalOrNull(points),
  }
}

function withoutScores(matchup: Matchup) {
  const { status, state, result, away, home, ...rest } = matchup
  const [ownAway, ownHome] = [away, home].map(
    ({ score, proj, win_chance, categories, top_scorer, remaining, ...team }) => team,
  )
  return { ...rest, away: ownAway, home: ownHome }
}

function hash(value: unknown): string {
  return createHash('sha1').update(JSON.stringify(value)).digest('base64')
}
