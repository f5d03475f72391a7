import { z } from 'zod'
import { ProviderError } from '../league-provider.ts'

// The API is undocumented: any field may be missing. Where a wrong type would change what a season
// means (ids, records, scores) the body is refused; everything else falls back to null by `soft`.

const soft = <T extends z.ZodType>(schema: T) => schema.nullish().catch(null)

const Text = soft(z.string())
const Whole = soft(z.int())
const Score = z.number().nullish()
const Flag = soft(z.boolean())

/** The elements that can be understood: one odd account must not lose the season. */
const listOfSome = <T extends z.ZodType>(schema: T) =>
  soft(z.array(schema.nullable().catch(null)).transform((list) => list.filter((each) => each !== null)))

/** Upper case and in braces, however a body spells it: some bodies leave the braces out. */
const AccountId = z
  .string()
  .transform((id) => id.replace(/[{}\s]/g, '').toUpperCase())
  .refine((id) => id !== '')
  .transform((id) => `{${id}}`)

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
      matchupPeriods: soft(z.record(z.string().regex(/^\d+$/), z.array(z.int()))),
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

/** Whether an answer says that there is no such season: the history endpoint answers an empty list. */
export function isNoSeason(json: unknown): boolean {
  return Array.isArray(json) && json.length === 0
}

/**
 * The body of one season in an answer: the answer itself, or the entry of a list of seasons. Throws
 * `unexpected_shape` with the path of what is wrong, `wrong_league` when it is of another one.
 */
export function readBody(
  json: unknown,
  { leagueId, season }: { leagueId: number; season: number },
): LeagueBody {
  const bodies = (Array.isArray(json) ? json : [json]).map(parseBody)
  const body = bodies.length === 1 ? bodies[0] : bodies.find((each) => each.seasonId === season)
  if (body === undefined) throw new ProviderError('wrong_league', `no body of season ${season}`)
  if ((body.id ?? leagueId) !== leagueId || (body.seasonId ?? season) !== season) {
    const found = `league ${body.id}, season ${body.seasonId}`
    throw new ProviderError('wrong_league', `asked for league ${leagueId}, season ${season}, got ${found}`)
  }
  return body
}

function parseBody(json: unknown): LeagueBody {
  const parsed = LeagueBody.safeParse(json)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const path = issue?.path.join('.') || 'the body'
  throw new ProviderError('unexpected_shape', `${path}: ${issue?.message ?? 'not understood'}`)
}
