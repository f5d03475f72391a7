import { createHash } from 'node:crypto'
import type { LiveScores } from '@fieldhouse/contract/live'
import type { Matchup, MatchupTeam } from '@fieldhouse/contract/matchups'
import { pointsToDecimalOrNull } from '@fieldhouse/domain/points'
import { presentScoreboard } from './present.ts'
import type { LeagueWeek } from './week-reader.ts'

type ChangedPart = LiveScores['changed'][number]

/** The state of a league that two score events are compared by, in as few bytes as possible. */
export type ScoreState = {
  season: number
  scores: Omit<LiveScores, 'previous_updated_at' | 'players' | 'changed'>
  /** The JSON of all players in lineups. */
  players: string
  /** Hashes of everything that the scores do not include. */
  parts: Record<ChangedPart, string>
}

const PARTS: readonly ChangedPart[] = ['season', 'scoreboard', 'matchup', 'roster']

/** A user who has no team, so that the state is the same for everyone. */
const NOBODY = 0

/**
 * @param seasonData what the screens of the season show
 * @param rosterData what rosters show in addition to lineups
 */
export function toScoreState(week: LeagueWeek, seasonData: unknown, rosterData: unknown): ScoreState {
  const { matchups, scores, updated_at, last_error, ...rest } = presentScoreboard({ ...week, userId: NOBODY })
  const lineups = week.lineups.map(({ teamId, emptySlots, entries }) => ({
    teamId,
    emptySlots,
    entries: entries.map((entry) => ({ ...entry, points: undefined, projectedPoints: undefined })),
  }))
  // Events of their own contain the progress of the games.
  const nflGames = (week.nflWeek?.games ?? []).map((game) => ({ ...game, progress: undefined }))
  const teams = scores.map((team) => ({ ...team, score: undefined })).sort(byTeam)
  const scoreboard = hash([rest, matchups.map(withoutScores), teams])
  return {
    season: week.season,
    scores: {
      updated_at,
      last_error,
      week: rest.week,
      lineup_week: week.lineupWeek,
      matchups: matchups.map(toLiveMatchup),
      scores: scores.map(({ team_id, score }) => ({ team_id, score })),
    },
    players: JSON.stringify(week.lineups.flatMap(({ entries }) => entries.map(toLivePlayer))),
    parts: {
      season: hash(seasonData),
      scoreboard,
      matchup: hash([scoreboard, lineups, nflGames.map(({ gameId, state }) => [gameId, state])]),
      roster: hash([lineups, nflGames, [...(week.nflWeek?.byeTeamIds ?? [])], rosterData]),
    },
  }
}

/**
 * What clients with the state `previous` have to change to show `current`.
 * @param previous null if it is unknown
 */
export function presentLiveScores(previous: ScoreState | null, current: ScoreState): LiveScores {
  const known = previous?.season === current.season ? previous : null
  const players = JSON.parse(current.players) as LiveScores['players']
  const knownPlayers = new Set(
    (JSON.parse(known?.players ?? '[]') as LiveScores['players']).map((player) => JSON.stringify(player)),
  )
  return {
    ...current.scores,
    previous_updated_at: known?.scores.updated_at ?? null,
    players: players.filter((player) => !knownPlayers.has(JSON.stringify(player))),
    changed: PARTS.filter((part) => known?.parts[part] !== current.parts[part]),
  }
}

function toLiveMatchup({ id, status, state, result, away, home }: Matchup): LiveScores['matchups'][number] {
  return { id, status, state, result, away: toLiveSide(away), home: toLiveSide(home) }
}

function toLiveSide({ score, proj, win_chance, categories, top_scorer, remaining }: MatchupTeam) {
  return { score, proj, win_chance, categories, top_scorer, remaining }
}

function toLivePlayer({
  playerId,
  points,
  projectedPoints,
}: LeagueWeek['lineups'][number]['entries'][number]) {
  return {
    espn_id: playerId,
    proj: pointsToDecimalOrNull(projectedPoints),
    actual: pointsToDecimalOrNull(points),
  }
}

/** Everything else about a matchup. JSON leaves out what is undefined. */
function withoutScores(matchup: Matchup) {
  const teams = [matchup.away, matchup.home].map((team) => ({
    ...team,
    score: undefined,
    proj: undefined,
    win_chance: undefined,
    categories: undefined,
    top_scorer: undefined,
    remaining: undefined,
  }))
  return {
    ...matchup,
    status: undefined,
    state: undefined,
    result: undefined,
    away: teams[0],
    home: teams[1],
  }
}

function byTeam(a: { team_id: number }, b: { team_id: number }): number {
  return a.team_id - b.team_id
}

function hash(value: unknown): string {
  return createHash('sha1').update(JSON.stringify(value)).digest('base64')
}
