import { listCapturedWeeks, readSleeperCapture } from '@fieldhouse/simulator/testing/sleeper-captures'
import { readBracket, readDrafts, readLeague, readMatchups, readRosters, readUsers } from '../bodies.ts'
import { type SeasonBodies, translateSeason } from '../season.ts'

/** The recorded answers of a league's season. */
export function capturedBodies(leagueId: string): SeasonBodies {
  const read = (path: string) => readSleeperCapture(`league/${leagueId}${path}`)
  return {
    league: readLeague(read('')),
    users: readUsers(read('/users')),
    rosters: readRosters(read('/rosters')),
    brackets: {
      winners: readBracket(read('/winners_bracket')),
      losers: readBracket(read('/losers_bracket')),
    },
    weeks: listCapturedWeeks(leagueId, 'matchups').map((week) => ({
      week,
      rows: readMatchups(read(`/matchups/${week}`)),
    })),
    drafts: readDrafts(read('/drafts')),
  }
}

export function capturedSeason(leagueId: string) {
  return translateSeason(capturedBodies(leagueId), { leagueId, otherSeasons: [] })
}
