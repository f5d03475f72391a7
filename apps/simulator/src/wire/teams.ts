import { addPoints, type Points, pointsToDecimal, ZERO_POINTS } from '@fieldhouse/domain/points'
import { type LineupEntry, livePoints, liveProjection, startersOf } from '../league/rosters.ts'
import { type SimulatedTeam, teamsIn } from '../league/seed-users.ts'
import {
  currentPeriod,
  hasEnded,
  type Side,
  type SimulatedGame,
  type SimulatedSeason,
  scheduledGames,
  seedsAt,
  standingsGames,
  streakOf,
  totalsOf,
} from '../league/simulate-league.ts'
import { type Moment, shapeOf } from '../nfl.ts'
import { type Player, pointsAt, simulatePlayerWeek } from '../players.ts'
import type { LeagueQuery } from '../simulated-http.ts'
import { logoUrlOf } from '../sites/pictures.ts'
import { POSITIONS } from './nfl-body.ts'

export type LeagueFacts = {
  leagueId: number
  newestSeason: number
  /** The earlier seasons that the provider lists, oldest first. */
  previousSeasons: readonly number[]
  isPrivate: boolean
  now: Date
}

/** Earlier seasons are available only at the history endpoint, in an older format. */
const FIRST_SEASON_ENDPOINT_YEAR = 2018

export function usesHistoryEndpoint(season: number): boolean {
  return season < FIRST_SEASON_ENDPOINT_YEAR
}

export type BodyContext = LeagueQuery &
  LeagueFacts & { season: SimulatedSeason; moment: Moment; week: number }

const LAST_SEASON_WITH_PLAYOFF_POINTS = 2018

/** Full teams with mTeam or mStandings, short ones with lineups, and only names in the default body. */
export function teams(context: BodyContext): object[] {
  const isFull = context.views.includes('mTeam') || context.views.includes('mStandings')
  const isShort = context.views.includes('mScoreboard') || context.views.includes('mBoxscore')
  const hasRosters = context.views.includes('mRoster')
  const seeds = seedsAt(context.season, context.moment)
  return teamsIn(context.season.season).map((team) => ({
    ...(isFull
      ? fullTeam(context, team, seeds)
      : isShort
        ? shortTeam(context, team)
        : namedTeam(context, team)),
    ...(hasRosters ? { roster: teamRoster(context, team.teamId) } : {}),
  }))
}

function namedTeam({ season: { season } }: BodyContext, team: SimulatedTeam): object {
  const owners = team.owners.map((owner) => owner.id)
  return { abbrev: team.abbrev, id: team.teamId, ...nameFields(team.name, season), owners }
}

/** Old bodies split the name into location and nickname. */
function nameFields(name: string, season: number): object {
  if (!usesHistoryEndpoint(season)) return { name }
  const [location = '', ...rest] = name.split(' ')
  return { location, nickname: rest.join(' ') }
}

function shortTeam(context: BodyContext, team: SimulatedTeam): object {
  const { losses, ties, wins } = totalsOf(standingsGames(context.season, context.moment), team.teamId)
  return {
    abbrev: team.abbrev,
    divisionId: 0,
    id: team.teamId,
    ...nameFields(team.name, context.season.season),
    rankCalculatedFinal: finalRank(context, team.teamId),
    record: { overall: { losses, ties, wins } },
  }
}

function fullTeam(context: BodyContext, team: SimulatedTeam, seeds: readonly number[]): object {
  const { season, moment } = context
  const record = teamRecord(standingsGames(season, moment), team.teamId, seeds[0] ?? team.teamId)
  const seed = seeds.indexOf(team.teamId) + 1
  return {
    ...namedTeam(context, team),
    divisionId: 0,
    isActive: false,
    ...logoFields(team.abbrev),
    ...projectedRanks(context, team.teamId, seed),
    playoffSeed: moment.isDrafted ? seed : 0,
    points: pointsToDecimal(seasonPoints(context, team.teamId)),
    pointsAdjusted: 0,
    pointsDelta: 0,
    ...(team.primaryOwner === null ? {} : { primaryOwner: team.primaryOwner.id }),
    rankCalculatedFinal: finalRank(context, team.teamId),
    rankFinal: 0,
    record,
    transactionCounter: { acquisitionBudgetSpent: 0, acquisitions: 0, drops: 0, paid: 0, trades: 0 },
    waiverRank: seeds.length + 1 - seed,
  }
}

/** A team without a logo has neither field. */
function logoFields(abbrev: string): object {
  const logo = logoUrlOf(abbrev)
  return logo === null ? {} : { logo, logoType: 'VECTOR' }
}

/** Old bodies have no projected ranks. */
function projectedRanks({ season, moment }: BodyContext, teamId: number, seed: number): object {
  if (usesHistoryEndpoint(season.season)) return {}
  return {
    currentProjectedRank: moment.isDrafted && !moment.isFinished ? seed : 0,
    draftDayProjectedRank: moment.isDrafted ? season.draftOrder.indexOf(teamId) + 1 : 0,
  }
}

/** Through 2018, playoff points count too, except those of a bye week. */
function seasonPoints({ season, moment }: BodyContext, teamId: number): Points {
  const withPlayoffs = season.season <= LAST_SEASON_WITH_PLAYOFF_POINTS
  let points = ZERO_POINTS
  for (const game of season.games) {
    if (game.away === null || !hasEnded(game, moment) || (game.tier !== 'NONE' && !withPlayoffs)) continue
    const ownSide = [game.home, game.away].find((side) => side.teamId === teamId)
    points = (points + (ownSide?.points ?? 0)) as Points
  }
  return points
}

/** 1 is the champion; 0 until the season is over. */
function finalRank({ season, moment }: BodyContext, teamId: number): number {
  return moment.isFinished ? season.finalOrder.indexOf(teamId) + 1 : 0
}

/** The records of a team: overall, home, away and division. There is only one division. */
function teamRecord(games: readonly SimulatedGame[], teamId: number, leaderId: number) {
  const overall = wireRecord(games, teamId, leaderId)
  const isHome = (game: SimulatedGame) => game.home.teamId === teamId
  return {
    away: withoutPoints(
      wireRecord(
        games.filter((game) => !isHome(game)),
        teamId,
      ),
    ),
    division: withoutPoints(overall),
    home: withoutPoints(wireRecord(games.filter(isHome), teamId)),
    overall,
  }
}

const STREAK_TYPES: Readonly<Record<string, string>> = { W: 'WIN', L: 'LOSS', T: 'TIE' }

function wireRecord(games: readonly SimulatedGame[], teamId: number, leaderId = teamId) {
  const leader = totalsOf(games, leaderId)
  const { wins, losses, ties, pointsFor, pointsAgainst, results } = totalsOf(games, teamId)
  const streak = streakOf({ results })
  return {
    gamesBack: (leader.wins - wins + losses - leader.losses) / 2,
    losses,
    percentage: results === '' ? 0 : (wins + ties / 2) / results.length,
    pointsAgainst: pointsToDecimal(pointsAgainst),
    pointsFor: pointsToDecimal(pointsFor),
    streakLength: streak.length,
    streakType: STREAK_TYPES[streak.charAt(0)] ?? 'NONE',
    ties,
    wins,
  }
}

/** The provider includes points only in the overall record. */
function withoutPoints(record: ReturnType<typeof wireRecord>) {
  return { ...record, pointsAgainst: 0, pointsFor: 0 }
}

const NO_CATEGORIES = { losses: 0, statBySlot: null, ties: 0, wins: 0 }

/** The games in a response: those of one week with mScoreboard, otherwise all that are known. */
export function schedule(context: BodyContext): object[] {
  const { season, moment, matchupPeriods, views, week } = context
  const isOneWeek = views.includes('mScoreboard')
  return scheduledGames(season, moment)
    .filter((game) => !isOneWeek || game.weeks.includes(week))
    .filter((game) => matchupPeriods === null || matchupPeriods.includes(game.period))
    .map((game) => (isLite(views) ? liteGame(context, game) : fullGame(context, game)))
}

function isLite(views: readonly string[]): boolean {
  const scheduleViews = views.filter(
    (view) => view.startsWith('mMatchup') || /^m(Boxscore|Scoreboard)$/.test(view),
  )
  return scheduleViews.every((view) => view === 'mMatchupScoreLite') && !views.includes('mLiveScoring')
}

function liteGame(context: BodyContext, game: SimulatedGame): object {
  const side = ({ teamId, points }: Side) => ({ teamId, totalPoints: totalOf(context, game, points) })
  return {
    ...(game.away === null ? {} : { away: side(game.away) }),
    home: side(game.home),
    id: game.id,
    matchupPeriodId: game.period,
    winner: winnerOf(context, game),
  }
}

function fullGame(context: BodyContext, game: SimulatedGame): object {
  const hasTiers = context.views.some(
    (view) => view !== 'mMatchup' && /^m(MatchupScore|Boxscore|Scoreboard)$/.test(view),
  )
  return {
    ...(game.away === null ? {} : { away: fullSide(context, game, game.away, hasTiers) }),
    home: fullSide(context, game, game.home, hasTiers),
    id: game.id,
    matchupPeriodId: game.period,
    ...(hasTiers ? { playoffTierType: game.tier } : {}),
    winner: winnerOf(context, game),
  }
}

function fullSide(context: BodyContext, game: SimulatedGame, side: Side, hasTiers: boolean): object {
  const { teamId, points } = side
  const adjustment = hasEnded(game, context.moment) ? side.adjustment : ZERO_POINTS
  return {
    ...(hasTiers ? { adjustment: pointsToDecimal(adjustment) } : {}),
    ...(usesHistoryEndpoint(context.season.season) ? {} : { cumulativeScore: NO_CATEGORIES }),
    ...pointsByWeek(context, game, teamId),
    ...lineups(context, game, teamId),
    teamId,
    ...(hasTiers ? { tiebreak: 0 } : {}),
    totalPoints: totalOf(context, game, points),
    ...liveTotals(context, game, teamId),
  }
}

/** The field is missing until a player of the team has scored, and with mMatchupScore alone. */
function pointsByWeek({ season, moment, views }: BodyContext, game: SimulatedGame, teamId: number): object {
  if (!views.some((view) => ['mMatchup', 'mBoxscore', 'mScoreboard', 'mLiveScoring'].includes(view)))
    return {}
  if (!moment.isDrafted) return {}
  const weeks = game.weeks.flatMap((week): [number, number][] => {
    const points = livePoints(season.lineupOf(teamId, week), moment.atMs)
    const isShown = week < moment.week || (week === moment.week && points > 0)
    return isShown ? [[week, pointsToDecimal(points)]] : []
  })
  return weeks.length > 0 ? { pointsByScoringPeriod: Object.fromEntries(weeks) } : {}
}

/** Lineups are included only for the games of the requested week. */
function lineups(context: BodyContext, game: SimulatedGame, teamId: number): object {
  const hasLineups = context.views.includes('mBoxscore') || context.views.includes('mScoreboard')
  if (!hasLineups || !game.weeks.includes(context.week) || !context.moment.isDrafted) return {}
  return {
    rosterForCurrentScoringPeriod: lineupRoster(context, teamId),
    rosterForMatchupPeriod: scorersRoster(context, teamId),
    ...(hasEnded(game, context.moment) ? {} : { rosterForMatchupPeriodDelayed: { entries: [] } }),
  }
}

/**
 * Only the current period has live totals. Those of the last period remain after the season. Old seasons have
 * none.
 */
function liveTotals({ season, moment }: BodyContext, game: SimulatedGame, teamId: number): object {
  if (usesHistoryEndpoint(season.season) || !moment.isDrafted) return {}
  if (game.period !== currentPeriod(season, moment)) return {}
  const sum = (score: (lineup: LineupEntry[]) => Points) =>
    pointsToDecimal(addPoints(game.weeks.map((week) => score(season.lineupOf(teamId, week)))))
  const live = { totalPointsLive: sum((lineup) => livePoints(lineup, moment.atMs)) }
  if (hasEnded(game, moment)) return live
  return { ...live, totalProjectedPointsLive: sum((lineup) => liveProjection(lineup, moment.atMs)) }
}

function totalOf({ moment }: BodyContext, game: SimulatedGame, points: Side['points']): number {
  return pointsToDecimal(hasEnded(game, moment) ? points : ZERO_POINTS)
}

function winnerOf({ moment }: BodyContext, game: SimulatedGame): string {
  return hasEnded(game, moment) ? game.winner : 'UNDECIDED'
}

type RosterContext = Pick<BodyContext, 'season' | 'moment' | 'week'>

function lineupRoster(context: RosterContext, teamId: number): object {
  const lineup = context.season.lineupOf(teamId, context.week)
  return {
    appliedStatTotal: pointsToDecimal(livePoints(lineup, context.moment.atMs)),
    entries: lineup.map((entry) =>
      rosterEntry(context, teamId, entry, entry.slotId, weekStats(context, entry)),
    ),
  }
}

/** The starters whose games have begun. As at the provider, all have slot 0. */
function scorersRoster(context: RosterContext, teamId: number): object {
  const starters = startersOf(context.season.lineupOf(teamId, context.week))
  const scorers = starters.filter(({ week }) => pointsAt(week, context.moment.atMs) !== null)
  if (scorers.length === 0) return { entries: [] }
  return {
    appliedStatTotal: pointsToDecimal(livePoints(scorers, context.moment.atMs)),
    entries: scorers.map((entry) => rosterEntry(context, teamId, entry, 0, [periodStats(context, entry)])),
  }
}

/** The roster of a team in the view mRoster, which adds season stats. */
function teamRoster(context: RosterContext, teamId: number): object {
  if (!context.moment.isDrafted) return { entries: [], tradeReservedEntries: 0 }
  const lineup = context.season.lineupOf(teamId, context.week)
  return {
    appliedStatTotal: pointsToDecimal(livePoints(lineup, context.moment.atMs)),
    entries: lineup.map((entry) => {
      const stats = [...weekStats(context, entry), ...seasonStats(context, entry.player)]
      return { acquisitionType: 'DRAFT', ...rosterEntry(context, teamId, entry, entry.slotId, stats) }
    }),
    tradeReservedEntries: 0,
  }
}

function rosterEntry(
  { moment }: RosterContext,
  teamId: number,
  { player, week }: LineupEntry,
  lineupSlotId: number,
  stats: object[],
): object {
  return {
    injuryStatus: 'NORMAL',
    lineupSlotId,
    playerId: player.id,
    playerPoolEntry: {
      appliedStatTotal: pointsToDecimal(pointsAt(week, moment.atMs) ?? ZERO_POINTS),
      id: player.id,
      onTeamId: teamId,
      player: {
        active: true,
        defaultPositionId: POSITIONS[player.position].id,
        eligibleSlots: POSITIONS[player.position].eligibleSlots,
        firstName: player.firstName,
        fullName: `${player.firstName} ${player.lastName}`,
        id: player.id,
        injured: week.health === 'OUT' || week.health === 'INJURY_RESERVE',
        ...(player.position === 'D/ST' ? {} : { injuryStatus: week.health }),
        lastName: player.lastName,
        proTeamId: player.nflTeamId,
        stats,
        universeId: 1,
      },
      status: 'ONTEAM',
    },
    status: 'NORMAL',
  }
}

function weekStats(
  { season: { season }, moment, week }: RosterContext,
  { player, week: playerWeek }: LineupEntry,
): object[] {
  const points = pointsAt(playerWeek, moment.atMs)
  const projected = statLine(season, `11${season}${week}`, 0, 1, 1, week, playerWeek.projected)
  if (points === null) return [projected]
  return [statLine(season, `01${playerWeek.game?.id}`, player.nflTeamId, 0, 1, week, points), projected]
}

function periodStats({ season: { season }, moment }: RosterContext, { week }: LineupEntry): object {
  return statLine(season, '01null', 0, 0, 1, 0, pointsAt(week, moment.atMs) ?? ZERO_POINTS)
}

function seasonStats({ season, moment }: RosterContext, player: Player): object[] {
  let actual = 0
  let projected = 0
  for (let week = 1; week <= shapeOf(season.season).finalWeek; week++) {
    const played = simulatePlayerWeek(season.seed, season.season, season.nfl, player, week)
    actual += pointsAt(played, moment.atMs) ?? 0
    projected += played.projected
  }
  return [
    statLine(season.season, `00${season.season}`, 0, 0, 0, 0, actual as Points),
    statLine(season.season, `10${season.season}`, 0, 1, 0, 0, projected as Points),
  ]
}

function statLine(
  seasonId: number,
  id: string,
  proTeamId: number,
  statSourceId: number,
  statSplitTypeId: number,
  scoringPeriodId: number,
  points: Points,
): object {
  const appliedTotal = pointsToDecimal(points)
  return { appliedTotal, id, proTeamId, scoringPeriodId, seasonId, statSourceId, statSplitTypeId }
}
