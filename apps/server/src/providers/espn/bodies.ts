import { z } from 'zod'
import {
  AccountId,
  Flag,
  Id,
  listOfSome,
  Score,
  SoftScore,
  soft,
  Text,
  unrepeated,
  WeeksOfPeriods,
  Whole,
} from './fields.ts'
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
  wins: z.int32().nullish(),
  losses: z.int32().nullish(),
  ties: z.int32().nullish(),
  pointsFor: Score,
  pointsAgainst: Score,
})

const TeamEntry = z.object({
  id: Id,
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
  teamId: Id.nullish(),
  totalPoints: Score,
  totalPointsLive: SoftScore,
  totalProjectedPointsLive: SoftScore,
  adjustment: Score,
  pointsByScoringPeriod: soft(z.record(z.string(), SoftScore)),
})

const GameEntry = z.object({
  id: Id,
  matchupPeriodId: Id,
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
  teams: unrepeated(TeamEntry, 'team').nullish(),
  schedule: unrepeated(GameEntry, 'game').nullish(),
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
