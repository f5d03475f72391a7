import { groupBy } from '../insights/season/regular-season.ts'
import { addPoints, type Points, pointsToDecimal, ZERO_POINTS } from '../points.ts'
import { podiumOf } from './playoffs.ts'
import { scoringFormatOf } from './scoring-format.ts'
import {
  displayPoints,
  type Finding,
  type Game,
  isDecided,
  type LeagueSeason,
  type SeasonTeam,
  type TeamRecord,
} from './season.ts'
import { countResults, isInRecords, isSameSum, playsMedianGame, regularSeasonTotals } from './standings.ts'
import { NO_TABLE_ANSWERS, type TableAnswers } from './table-row.ts'

/**
 * Returns a finding for each inconsistency in a season. Only the regular season is added up, because the
 * provider's records count nothing else.
 *
 * The teams of each game must be known, total wins must equal total losses, total points for must equal total
 * points against, and each team's record and points must match its games. In leagues that do not play for points, only
 * the teams are checked.
 */
export function checkConsistency(season: LeagueSeason): Finding[] {
  const { teams } = season
  const unknown = groupGameFindings(season.games.flatMap((game) => unknownTeams(game, season)))
  // Records in other formats do not add up from points.
  if (scoringFormatOf(season.scoringType) !== 'points') return unknown
  const games = season.games.filter(isInRecords)
  const hasMedianGame = playsMedianGame(season)
  return [
    ...unknown,
    // With equal scores or an odd number of teams, the games against the median can have more winners than losers.
    ...(hasMedianGame ? [] : checkWinsAndLosses(teams)),
    ...checkPointsForAndAgainst(season),
    // Without games, there is nothing to compare the standings with.
    ...(games.length === 0
      ? []
      : teams.flatMap((team) =>
          checkTeamAgainstGames(team, games, { hasMedianGame, hasFineScores: season.hasFineScores }),
        )),
  ]
}

const CHECKED: ReadonlySet<Finding['code']> = new Set([
  'wins_and_losses',
  'points_for_and_against',
  'record',
  'points_for',
  'champion_unknown',
])

/** In place of earlier ones, without what is said twice. An inconsistent season is stored anyway. */
export function withConsistencyFindings(season: LeagueSeason): LeagueSeason {
  const others = season.findings.filter(({ code }) => !CHECKED.has(code))
  const findings = [...others, ...checkConsistency(season), ...checkChampion(season)]
  const keyOf = ({ code, detail, week, gameId }: Finding) => [code, detail, week, gameId].join()
  return { ...season, findings: [...new Map(findings.map((each) => [keyOf(each), each])).values()] }
}

/** A finished season must have a champion, who is never chosen by seed or record. */
function checkChampion(season: LeagueSeason): Finding[] {
  if (!season.progress.isFinished || podiumOf(season).length > 0) return []
  const hasPlayoffs = season.games.some(({ bracket }) => bracket !== 'regular')
  const detail = hasPlayoffs
    ? "Champion unknown: no team has a final rank of 1, and the playoff games don't show who won the final."
    : 'Champion unknown: no team has a final rank of 1, and there are no playoff games.'
  return [seasonFinding('champion_unknown', detail)]
}

export type GameFinding = Finding & { gameId: number; ofSeveral: (count: number) => string }

export function groupGameFindings(findings: readonly GameFinding[]): Finding[] {
  const groups = groupBy(findings, ({ code, ofSeveral }) => `${code} ${ofSeveral(0)}`)
  return [...groups.values()].flatMap((group): Finding[] => {
    const games = new Set(group.map(({ gameId }) => gameId)).size
    return group.slice(0, 1).map(({ ofSeveral, code, week, ...first }) => {
      if (games === 1) return { code, ...first, week }
      const isSameWeek = group.every((each) => each.week === week)
      return { code, detail: ofSeveral(games), week: isSameWeek ? week : null, gameId: null }
    })
  })
}

function unknownTeams(game: Game, { teams, calendar }: LeagueSeason): GameFinding[] {
  const teamIds = new Set(teams.map((team) => team.teamId))
  const unknownSides = [game.home, ...(game.away === null ? [] : [game.away])].filter(
    (side) => !teamIds.has(side.teamId),
  )
  const week = calendar.periods.find(({ period }) => period === game.period)?.weeks[0] ?? null
  return unknownSides.map((side) => ({
    code: 'unknown_team',
    detail: `Game ${game.gameId} includes team ${side.teamId}, which is not in the league.`,
    week,
    gameId: game.gameId,
    ofSeveral: (count) => `${count} games include team ${side.teamId}, which is not in the league.`,
  }))
}

function checkWinsAndLosses(teams: readonly SeasonTeam[]): Finding[] {
  const records = teams.flatMap(({ record }) => record ?? [])
  if (records.length < teams.length) return []
  const wins = records.reduce((sum, record) => sum + record.wins, 0)
  const losses = records.reduce((sum, record) => sum + record.losses, 0)
  if (wins === losses) return []
  return [
    seasonFinding('wins_and_losses', `The total wins (${wins}) do not equal the total losses (${losses}).`),
  ]
}

function checkPointsForAndAgainst({ teams, hasFineScores }: LeagueSeason): Finding[] {
  const pointsFor = teams.flatMap((team) => team.pointsFor ?? [])
  const pointsAgainst = teams.flatMap((team) => team.pointsAgainst ?? [])
  if (Math.min(pointsFor.length, pointsAgainst.length) < teams.length) return []
  const [scored, allowed] = [addPoints(pointsFor), addPoints(pointsAgainst)]
  const tolerance = hasFineScores ? teams.length : 0
  if (Math.abs(scored - allowed) <= tolerance) return []
  return [
    seasonFinding(
      'points_for_and_against',
      `The total points for (${formatExactPoints(scored)}) do not equal the total points against (${formatExactPoints(allowed)}).`,
    ),
  ]
}

function checkTeamAgainstGames(
  team: SeasonTeam,
  games: readonly Game[],
  { hasMedianGame, hasFineScores }: { hasMedianGame: boolean; hasFineScores: boolean },
): Finding[] {
  const { record, pointsFor: scored } = regularSeasonTotals(team.teamId, games)
  const findings: Finding[] = []
  const isConsistent =
    team.record === null ||
    (hasMedianGame
      ? hasMedianResults(team.record, record, games)
      : formatRecord(record) === formatRecord(team.record))
  if (team.record !== null && !isConsistent) {
    const note = hasMedianGame ? ', without the games against the median' : ''
    findings.push(
      seasonFinding(
        'record',
        `${team.name} is ${formatRecord(team.record)} in the standings but ${formatRecord(record)} based on its games${note}.`,
      ),
    )
  }
  if (
    team.pointsFor !== null &&
    !isSameSum(team.pointsFor, scored, hasFineScores ? countResults(record) : 0)
  ) {
    const detail = `${team.name} has ${formatExactPoints(team.pointsFor)} points in the standings but ${formatExactPoints(scored)} based on its games.`
    findings.push(seasonFinding('points_for', detail))
  }
  return findings
}

/**
 * Whether a record contains the results of the team's games and one more result for each of them. A team on bye may
 * play the median too. Who wins against the median is left to the provider.
 */
function hasMedianResults(record: TeamRecord, fromGames: TeamRecord, games: readonly Game[]): boolean {
  const periods = new Set(games.map(({ period }) => period)).size
  const added = countResults(record) - countResults(fromGames)
  const outcomes = ['wins', 'losses', 'ties'] as const
  return (
    outcomes.every((outcome) => record[outcome] >= fromGames[outcome]) &&
    added >= countResults(fromGames) &&
    added <= periods
  )
}

function formatRecord({ wins, losses, ties }: TeamRecord): string {
  return `${wins}-${losses}-${ties}`
}

function seasonFinding(code: Finding['code'], detail: string): Finding {
  return { code, detail, week: null, gameId: null }
}

export type LineupScore = {
  week: number
  teamName: string
  starterPoints: Points
  /** The part of the game's score that was scored in this week. */
  weekPoints: Points
  /** A commissioner's adjustment of the game, which may or may not be part of `weekPoints`. */
  adjustment: Points
}

export function checkLineupConsistency(scores: readonly LineupScore[]): Finding[] {
  return scores
    .filter(({ starterPoints, weekPoints, adjustment }) => {
      return starterPoints !== weekPoints && addPoints([starterPoints, adjustment]) !== weekPoints
    })
    .map(({ week, teamName, starterPoints, weekPoints }) => ({
      code: 'lineup_score',
      detail: `${teamName} scored ${formatExactPoints(weekPoints)} in Week ${week}, but its starters add up to ${formatExactPoints(starterPoints)}.`,
      week,
      gameId: null,
    }))
}

function formatExactPoints(points: Points): string {
  return pointsToDecimal(points).toFixed(2)
}

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
