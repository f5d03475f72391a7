import { ZERO_POINTS } from '../points.ts'
import { podiumOf } from './playoffs.ts'
import { scoringFormatOf } from './scoring-format.ts'
import { displayPoints, type Finding, type Game, isDecided, type LeagueSeason } from './season.ts'
import { countResults, isInRecords, isSameSum, regularSeasonTotals } from './standings.ts'
import { NO_TABLE_ANSWERS, type TableAnswers } from './table-row.ts'

export type SeasonAnswers = TableAnswers & {
  regularSeasonPeriods: number | null
  /** The IDs of up to three teams, the champion first; empty if not answered. */
  podium: readonly number[]
}

export const NO_ANSWERS: SeasonAnswers = { regularSeasonPeriods: null, podium: [], ...NO_TABLE_ANSWERS }

/** What the files of a season leave open. A season can be stored without the answer. */
export type SeasonQuestion = 'regular_season' | 'podium'

/** Whether the files contain the teams' records. Otherwise records come from the games. */
type RecordSource = { hasOwnRecords: boolean }

/**
 * Marks the games without a score that are no longer to come, and adds what the files of a finished season do not
 * contain: the length of the regular season from the final records
 * or from the answers, and the podium from the answers. Answers never replace what the files contain. Returns the
 * questions that only the answers decide.
 */
export function completeSeason(
  translated: LeagueSeason,
  answers: Pick<SeasonAnswers, 'regularSeasonPeriods' | 'podium'>,
  source: RecordSource,
): { season: LeagueSeason; questions: SeasonQuestion[] } {
  const season = markUnplayedGames(translated)
  if (!season.progress.isFinished) return { season: countUnknownTotals(season), questions: [] }
  const { split: parted, isAsked } = splitSeason(season, answers.regularSeasonPeriods, source)
  const split = isAsked ? parted : countUnknownTotals(parted)
  const isChampionKnown = podiumOf(split).length > 0
  return {
    season: isChampionKnown ? split : withPodium(split, answers.podium),
    questions: [
      ...(isAsked ? ['regular_season' as const] : []),
      ...(isChampionKnown ? [] : ['podium' as const]),
    ],
  }
}

/**
 * A week without any score is not the end of the results: a league can begin late, and leave out a week. A game without
 * a score was not played once its season is over, its league has moved on, or a later period has a result.
 */
function markUnplayedGames(season: LeagueSeason): LeagueSeason {
  const { isFinished, currentPeriod } = season.progress
  const decided = season.games.filter(({ result }) => isDecided(result)).map(({ period }) => period)
  const firstOpen = isFinished ? Infinity : Math.max(currentPeriod ?? 0, ...decided)
  const isUnplayed = ({ period, result, home, away, categories }: Game) =>
    result === 'undecided' &&
    away !== null &&
    period < firstOpen &&
    [home, away].every((side) => displayPoints(side, result) === ZERO_POINTS) &&
    (categories === null || categories.home + categories.away + categories.ties === 0)
  if (!season.games.some(isUnplayed)) return season
  return {
    ...season,
    games: season.games.map((game) => (isUnplayed(game) ? { ...game, result: 'not_played' } : game)),
  }
}

function countUnknownTotals(season: LeagueSeason): LeagueSeason {
  const isCounted = scoringFormatOf(season.scoringType) === 'points' && season.games.some(isInRecords)
  if (!isCounted) return season
  return {
    ...season,
    teams: season.teams.map((team) => {
      const { record, pointsFor, pointsAgainst } = regularSeasonTotals(team.teamId, season.games)
      return {
        ...team,
        record: team.record ?? record,
        pointsFor: team.pointsFor ?? pointsFor,
        pointsAgainst: team.pointsAgainst ?? pointsAgainst,
      }
    }),
  }
}

/**
 * The number of matchup periods after which every team has its final record and points. If none fits both, the
 * records or else the points decide. null if they do not determine it.
 */
export function regularSeasonLength({
  teams,
  games,
  hasFineScores,
}: Pick<LeagueSeason, 'teams' | 'games' | 'hasFineScores'>): number | null {
  if (!teams.some(({ record }) => countResults(record) > 0)) return null
  const played = games.filter(({ away, result }) => away !== null && isDecided(result))
  const periods = [...new Set(played.map(({ period }) => period))].sort((a, b) => a - b)
  const candidates = periods.map((length) => {
    const counted = played.filter(({ period }) => period <= length)
    const totals = teams.map((team) => ({ team, totals: regularSeasonTotals(team.teamId, counted) }))
    return {
      length,
      hasRecords: totals.every(({ team: { record }, totals: { record: counted } }) => {
        return (['wins', 'losses', 'ties'] as const).every(
          (outcome) => record?.[outcome] === counted[outcome],
        )
      }),
      hasPoints: totals.every(
        ({ team, totals: { record, pointsFor } }) =>
          team.pointsFor !== null &&
          isSameSum(team.pointsFor, pointsFor, hasFineScores ? countResults(record) : 0),
      ),
    }
  })
  const [best = []] = [
    candidates.filter(({ hasRecords, hasPoints }) => hasRecords && hasPoints),
    candidates.filter(({ hasRecords }) => hasRecords),
    candidates.filter(({ hasPoints }) => hasPoints),
  ].filter((matches) => matches.length > 0)
  const [only] = best
  return only !== undefined && best.length === 1 ? only.length : null
}

function splitSeason(season: LeagueSeason, answer: number | null, { hasOwnRecords }: RecordSource) {
  const isUnmarked = season.games.length > 0 && season.games.every(({ bracket }) => bracket === 'regular')
  const isStated = hasOwnRecords && season.calendar.regularSeasonPeriods !== null
  if (!isUnmarked || isStated) return { split: season, isAsked: false }
  const derived = hasOwnRecords ? regularSeasonLength(season) : null
  if (derived !== null) {
    const detail = `The regular season ends after matchup ${derived}, according to the final records.`
    return {
      split: withFinding(markPlayoffs(season, derived, hasOwnRecords), 'regular_season_from_records', detail),
      isAsked: false,
    }
  }
  if (answer !== null) return { split: markPlayoffs(season, answer, hasOwnRecords), isAsked: true }
  if (!hasOwnRecords) return { split: season, isAsked: true }
  const detail = 'The end of the regular season is unknown, so playoff games count as regular-season games.'
  return { split: withFinding(season, 'regular_season_unknown', detail), isAsked: true }
}

function markPlayoffs(season: LeagueSeason, length: number, hasOwnRecords: boolean): LeagueSeason {
  const games = season.games.map(
    (game): Game => (game.period > length ? { ...game, bracket: 'playoffs' } : game),
  )
  const teams = hasOwnRecords
    ? season.teams
    : season.teams.map((team) => ({ ...team, ...regularSeasonTotals(team.teamId, games) }))
  return { ...season, calendar: { ...season.calendar, regularSeasonPeriods: length }, games, teams }
}

function withPodium(season: LeagueSeason, podium: readonly number[]): LeagueSeason {
  if (!podium.every((teamId) => season.teams.some((team) => team.teamId === teamId))) return season
  if (podium.length === 0) return season
  return {
    ...season,
    teams: season.teams.map((team) => ({ ...team, finalRank: podium.indexOf(team.teamId) + 1 || null })),
  }
}

function withFinding(season: LeagueSeason, code: Finding['code'], detail: string): LeagueSeason {
  return { ...season, findings: [...season.findings, { code, detail, week: null, gameId: null }] }
}
