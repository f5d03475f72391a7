import { type Points, pointsToDecimal, ZERO_POINTS } from '@fieldhouse/domain/points'
import { type SimulatedTeam, teamsIn } from '../league/seed-users.ts'
import {
  hasEnded,
  type SimulatedGame,
  seedsAt,
  standingsGames,
  streakOf,
  type WinLossRecord,
  winLossRecordOf,
} from '../league/simulate-league.ts'
import { logoUrlOf } from '../sites/pictures.ts'
import { type BodyContext, usesHistoryEndpoint } from './body-context.ts'
import { teamRoster } from './entries.ts'

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
  return {
    abbrev: team.abbrev,
    divisionId: 0,
    id: team.teamId,
    ...nameFields(team.name, context.season.season),
    rankCalculatedFinal: finalRank(context, team.teamId),
    record: { overall: shortRecord(standingsGames(context.season, context.moment), team.teamId) },
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

type WireRecord = {
  gamesBack: number
  losses: number
  percentage: number
  pointsAgainst: number
  pointsFor: number
  streakLength: number
  streakType: string
  ties: number
  wins: number
}

type TeamRecord = { away: WireRecord; division: WireRecord; home: WireRecord; overall: WireRecord }

/** The records of a team: overall, home, away and division. There is only one division. */
export function teamRecord(games: readonly SimulatedGame[], teamId: number, leaderId: number): TeamRecord {
  const overall = wireRecord(games, teamId, winLossRecordOf(games, leaderId))
  const isHome = (game: SimulatedGame) => game.home.teamId === teamId
  const homeGames = games.filter(isHome)
  const awayGames = games.filter((game) => !isHome(game))
  return {
    away: withoutPoints(wireRecord(awayGames, teamId, winLossRecordOf(awayGames, teamId))),
    division: withoutPoints(overall),
    home: withoutPoints(wireRecord(homeGames, teamId, winLossRecordOf(homeGames, teamId))),
    overall,
  }
}

/** The short record in responses with lineups. */
export function shortRecord(games: readonly SimulatedGame[], teamId: number): object {
  const { wins, losses, ties } = winLossRecordOf(games, teamId)
  return { losses, ties, wins }
}

function wireRecord(games: readonly SimulatedGame[], teamId: number, leader: WinLossRecord): WireRecord {
  const { wins, losses, ties, pointsFor, pointsAgainst } = winLossRecordOf(games, teamId)
  const played = wins + losses + ties
  const streak = streakOf(games, teamId)
  return {
    gamesBack: (leader.wins - wins + losses - leader.losses) / 2,
    losses,
    percentage: played === 0 ? 0 : (wins + ties / 2) / played,
    pointsAgainst: pointsToDecimal(pointsAgainst),
    pointsFor: pointsToDecimal(pointsFor),
    streakLength: streak.length,
    streakType: streak.type,
    ties,
    wins,
  }
}

/** The provider includes points only in the overall record. */
function withoutPoints(record: WireRecord): WireRecord {
  return { ...record, pointsAgainst: 0, pointsFor: 0 }
}
