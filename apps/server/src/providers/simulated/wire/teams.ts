import { CAST, type CastTeam, teamNameIn } from '../cast.ts'
import { countedGames, seedsAt } from '../known-games.ts'
import type { Asked } from './asked.ts'
import { teamRoster } from './entries.ts'
import { shortRecord, teamRecord } from './records.ts'

/** Full with mTeam or mStandings, named only in the default body, short beside line-ups. */
export function teams(asked: Asked): object[] {
  const isFull = asked.views.includes('mTeam') || asked.views.includes('mStandings')
  const isShort = asked.views.includes('mScoreboard') || asked.views.includes('mBoxscore')
  const hasRosters = asked.views.includes('mRoster')
  const seeds = seedsAt(asked.season, asked.moment)
  return CAST.map((team) => ({
    ...(isFull
      ? fullTeam(asked, team, seeds)
      : isShort
        ? teamBesideLineups(asked, team)
        : namedTeam(asked, team)),
    ...(hasRosters ? { roster: teamRoster(asked, team.teamId) } : {}),
  }))
}

function namedTeam({ season: { season } }: Asked, team: CastTeam): object {
  const owners = team.owners.map((owner) => owner.id)
  return { abbrev: team.abbrev, id: team.teamId, name: teamNameIn(team, season), owners }
}

function teamBesideLineups(asked: Asked, team: CastTeam): object {
  return {
    abbrev: team.abbrev,
    divisionId: 0,
    id: team.teamId,
    name: teamNameIn(team, asked.season.season),
    rankCalculatedFinal: finalRank(asked, team.teamId),
    record: { overall: shortRecord(countedGames(asked.season, asked.moment), team.teamId) },
  }
}

function fullTeam(asked: Asked, team: CastTeam, seeds: readonly number[]): object {
  const { season, moment } = asked
  const record = teamRecord(countedGames(season, moment), team.teamId, seeds[0] ?? team.teamId)
  const seed = seeds.indexOf(team.teamId) + 1
  return {
    ...namedTeam(asked, team),
    currentProjectedRank: moment.isDrafted && !moment.isFinished ? seed : 0,
    divisionId: 0,
    draftDayProjectedRank: moment.isDrafted ? season.draftOrder.indexOf(team.teamId) + 1 : 0,
    isActive: false,
    playoffSeed: moment.isDrafted ? seed : 0,
    points: record.overall.pointsFor,
    pointsAdjusted: 0,
    pointsDelta: 0,
    primaryOwner: team.owners[0].id,
    rankCalculatedFinal: finalRank(asked, team.teamId),
    rankFinal: 0,
    record,
    transactionCounter: { acquisitionBudgetSpent: 0, acquisitions: 0, drops: 0, paid: 0, trades: 0 },
    waiverRank: seeds.length + 1 - seed,
  }
}

/** 1 is the champion; 0 until the season is over. */
function finalRank({ season, moment }: Asked, teamId: number): number {
  return moment.isFinished ? season.finalOrder.indexOf(teamId) + 1 : 0
}
