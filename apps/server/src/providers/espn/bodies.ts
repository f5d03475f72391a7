import { z } from 'zod'
import { AccountId, Flag, listOfSome, Score, soft, Text, WeeksOfPeriods, Whole } from './fields.ts'
import { readBodyAs } from './read-body.ts'

const MemberEntry = z.object({
  id: AccountId,
  firstName: Text,
  lastName: Text,
  displayName: Text,
  isLeagueManager: Flag,
  isLeagueCreator: Flag,
})

const OverallRecord = z.object({
  wins: z.int().nullish(),
  losses: z.int().nullish(),
  ties: z.int().nullish(),
  pointsFor: Score,
  pointsAgainst: Score,
})

const TeamEntry = z.object({
  id: z.int(),
  name: Text,
  location: Text,
  nickname: Text,
  abbrev: Text,
  logo: Text,
  divisionId: Whole,
  owners: listOfSome(AccountId),
  primaryOwner: soft(AccountId),
  playoffSeed: Whole,
  rankCalculatedFinal: Whole,
  record: z.object({ overall: OverallRecord.nullish() }).nullish(),
})

const SideEntry = z.object({
  teamId: z.int().nullish(),
  totalPoints: Score,
  totalPointsLive: soft(z.number()),
  totalProjectedPointsLive: soft(z.number()),
  adjustment: Score,
  pointsByScoringPeriod: soft(z.record(z.string(), soft(z.number()))),
})

const GameEntry = z.object({
  id: z.int(),
  matchupPeriodId: z.int(),
  winner: soft(z.enum(['HOME', 'AWAY', 'TIE', 'UNDECIDED'])),
  playoffTierType: Text,
  home: SideEntry.nullish(),
  away: SideEntry.nullish(),
})

const Settings = z.object({
  name: Text,
  size: Whole,
  isPublic: Flag,
  scoringSettings: soft(z.object({ scoringType: Text })),
  scheduleSettings: soft(
    z.object({
      matchupPeriodCount: Whole,
      matchupPeriods: WeeksOfPeriods,
      playoffTeamCount: Whole,
    }),
  ),
})

const Status = z.object({
  currentMatchupPeriod: Whole,
  latestScoringPeriod: Whole,
  finalScoringPeriod: Whole,
  previousSeasons: soft(z.array(z.int())),
})

/** One answer about one season, as far as we read it. Which parts it has depends on the views asked for. */
const LeagueBody = z.object({
  id: z.int().nullish(),
  seasonId: z.int().nullish(),
  settings: soft(Settings),
  status: soft(Status),
  draftDetail: soft(z.object({ drafted: Flag })),
  members: listOfSome(MemberEntry),
  teams: z.array(TeamEntry).nullish(),
  schedule: z.array(GameEntry).nullish(),
})

export type LeagueBody = z.output<typeof LeagueBody>
export type MemberEntry = z.output<typeof MemberEntry>
export type TeamEntry = z.output<typeof TeamEntry>
export type GameEntry = z.output<typeof GameEntry>
export type SideEntry = z.output<typeof SideEntry>

/** The body of one season in an answer, as `readBodyAs` finds it. */
export function readBody(json: unknown, asked: { leagueId: number; season: number }): LeagueBody {
  return readBodyAs(LeagueBody, json, asked)
}
