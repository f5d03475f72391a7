import { type Points, pointsToDecimal, ZERO_POINTS } from '@fieldhouse/domain/points'
import { hasEnded, seedsAt, standingsGames } from '../scheduled-games.ts'
import { type SimulatedTeam, teamsIn } from '../seed-users.ts'
import { type BodyContext, usesHistoryEndpoint } from './body-context.ts'
import { teamRoster } from './entries.ts'
import { shortRecord, teamRecord } from './records.ts'

const LAST_SEASON_WITH_PLAYOFF_POINTS = 2018

/** Full with mTeam or mStandings, named only in the default body, short beside line-ups. */
export function teams(asked: BodyContext): object[] {
  const isFull = asked.views.includes('mTeam') || asked.views.includes('mStandings')
  const isShort = asked.views.includes('mScoreboard') || asked.views.includes('mBoxscore')
  const hasRosters = asked.views.includes('mRoster')
  const seeds = seedsAt(asked.season, asked.moment)
  return teamsIn(asked.season.season).map((team) => ({
    ...(isFull
      ? fullTeam(asked, team, seeds)
      : isShort
        ? teamBesideLineups(asked, team)
        : namedTeam(asked, team)),
    ...(hasRosters ? { roster: teamRoster(asked, team.teamId) } : {}),
  }))
}

function namedTeam({ season: { season } }: BodyContext, team: SimulatedTeam): object {
  const owners = team.owners.map((owner) => owner.id)
  return { abbrev: team.abbrev, id: team.teamId, ...nameFields(team.name, season), owners }
}

/** Old bodies have the name in two parts. */
function nameFields(name: string, season: number): object {
  if (!usesHistoryEndpoint(season)) return { name }
  const [location = '', ...rest] = name.split(' ')
  return { location, nickname: rest.join(' ') }
}

function teamBesideLineups(asked: BodyContext, team: SimulatedTeam): object {
  return {
    abbrev: team.abbrev,
    divisionId: 0,
    id: team.teamId,
    ...nameFields(team.name, asked.season.season),
    rankCalculatedFinal: finalRank(asked, team.teamId),
    record: { overall: shortRecord(standingsGames(asked.season, asked.moment), team.teamId) },
  }
}

function fullTeam(asked: BodyContext, team: SimulatedTeam, seeds: readonly number[]): object {
  const { season, moment } = asked
  const record = teamRecord(standingsGames(season, moment), team.teamId, seeds[0] ?? team.teamId)
  const seed = seeds.indexOf(team.teamId) + 1
  return {
    ...namedTeam(asked, team),
    divisionId: 0,
    isActive: false,
    ...projectedRanks(asked, team.teamId, seed),
    playoffSeed: moment.isDrafted ? seed : 0,
    points: pointsToDecimal(seasonPoints(asked, team.teamId)),
    pointsAdjusted: 0,
    pointsDelta: 0,
    ...(team.primaryOwner === null ? {} : { primaryOwner: team.primaryOwner.id }),
    rankCalculatedFinal: finalRank(asked, team.teamId),
    rankFinal: 0,
    record,
    transactionCounter: { acquisitionBudgetSpent: 0, acquisitions: 0, drops: 0, paid: 0, trades: 0 },
    waiverRank: seeds.length + 1 - seed,
  }
}

/** Old bodies have none. */
function projectedRanks({ season, moment }: BodyContext, teamId: number, seed: number): object {
  if (usesHistoryEndpoint(season.season)) return {}
  return {
    currentProjectedRank: moment.isDrafted && !moment.isFinished ? seed : 0,
    draftDayProjectedRank: moment.isDrafted ? season.draftOrder.indexOf(teamId) + 1 : 0,
  }
}

/** Up to 2018 the playoffs count, without the bye. */
function seasonPoints({ season, moment }: BodyContext, teamId: number): Points {
  const withPlayoffs = season.season <= LAST_SEASON_WITH_PLAYOFF_POINTS
  let points = ZERO_POINTS
  for (const game of season.games) {
    if (game.away === null || !hasEnded(game, moment) || (game.tier !== 'NONE' && !withPlayoffs)) continue
    const own = [game.home, game.away].find((side) => side.teamId === teamId)
    points = (points + (own?.points ?? 0)) as Points
  }
  return points
}

/** 1 is the champion; 0 until the season is over. */
function finalRank({ season, moment }: BodyContext, teamId: number): number {
  return moment.isFinished ? season.finalOrder.indexOf(teamId) + 1 : 0
}
