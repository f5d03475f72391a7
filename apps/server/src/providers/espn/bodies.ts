import { MAX_GAMES, MAX_TEAMS } from '@fieldhouse/domain/seasons/season-replacement'
import { z } from 'zod'
import { Flag, LenientInt, lenient, lenientList, Millis, readAs, Score, Text } from '../fields.ts'
import { OtherSportError, ProviderError } from '../http/attempts.ts'

export const Id = z.int32()
const LenientScore = lenient(Score)

/** Normalized to uppercase in braces, because some bodies omit the braces. */
export const AccountId = z
  .string()
  .transform((id) => id.replace(/[{}\s]/g, '').toUpperCase())
  .refine((id) => id !== '')
  .transform((id) => `{${id}}`)

/** NFL weeks by matchup period, in any order. */
export const WeeksByPeriod = lenient(z.record(z.string().regex(/^\d+$/), z.array(z.int())))

/** Duplicates are rejected, since either entry could be the right one. */
function uniqueById<Entry extends z.ZodType<{ id: number }>>(entry: Entry, label: string, maxLength: number) {
  return z
    .array(entry)
    .max(maxLength, `more than ${maxLength} ${label}s`)
    .superRefine((entries, context) => {
      const seenIds = new Set<number>()
      for (const [index, { id }] of entries.entries()) {
        if (seenIds.has(id))
          context.addIssue({ code: 'custom', path: [index, 'id'], message: `duplicate ${label} ${id}` })
        seenIds.add(id)
      }
    })
}

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
  divisionId: LenientInt,
  /** The points of the season, which rank the teams of a league without matchups. */
  points: LenientScore,
  owners: lenientList(AccountId),
  primaryOwner: lenient(AccountId),
  playoffSeed: LenientInt,
  rankCalculatedFinal: LenientInt,
  record: z.object({ overall: OverallRecord.nullish() }).nullish(),
  /** Statuses by player ID. */
  tradeBlock: lenient(z.object({ players: lenient(z.record(z.string(), Text)) })),
})

const SideEntry = z.object({
  teamId: Id.nullish(),
  totalPoints: Score,
  totalPointsLive: LenientScore,
  totalProjectedPointsLive: LenientScore,
  adjustment: Score,
  pointsByScoringPeriod: lenient(z.record(z.string(), LenientScore)),
  /** The categories that the side has won, lost and tied; zeros in other leagues. */
  cumulativeScore: lenient(z.object({ wins: LenientInt, losses: LenientInt, ties: LenientInt })),
})

const GameEntry = z.object({
  id: Id,
  matchupPeriodId: Id,
  winner: lenient(z.enum(['HOME', 'AWAY', 'TIE', 'UNDECIDED'])),
  playoffTierType: Text,
  home: SideEntry.nullish(),
  away: SideEntry.nullish(),
  /** All teams of a league without matchups, instead of the two sides. */
  teams: lenientList(SideEntry),
})

const Settings = z.object({
  name: Text,
  size: LenientInt,
  isPublic: Flag,
  scoringSettings: lenient(z.object({ scoringType: Text, scoringEnhancementType: Text })),
  draftSettings: lenient(z.object({ date: Millis })),
  scheduleSettings: lenient(
    z.object({
      matchupPeriodCount: LenientInt,
      matchupPeriods: WeeksByPeriod,
      playoffTeamCount: LenientInt,
      playoffSeedingRule: Text,
      playoffReseed: Flag,
      divisions: lenientList(z.object({ id: LenientInt, name: Text })),
    }),
  ),
})

const Status = z.object({
  currentMatchupPeriod: LenientInt,
  latestScoringPeriod: LenientInt,
  finalScoringPeriod: LenientInt,
  previousSeasons: lenient(z.array(z.int())),
})

/** The fields of a season's response that we use. Which ones it contains depends on the requested views. */
const LeagueBody = z.object({
  gameId: LenientInt,
  id: z.int().nullish(),
  seasonId: z.int().nullish(),
  settings: lenient(Settings),
  status: lenient(Status),
  draftDetail: lenient(z.object({ drafted: Flag })),
  members: lenientList(MemberEntry),
  teams: uniqueById(TeamEntry, 'team', MAX_TEAMS).nullish(),
  schedule: uniqueById(GameEntry, 'game', MAX_GAMES).nullish(),
})

export type LeagueBody = z.output<typeof LeagueBody>
export type MemberEntry = z.output<typeof MemberEntry>
export type TeamEntry = z.output<typeof TeamEntry>
export type GameEntry = z.output<typeof GameEntry>
export type SideEntry = z.output<typeof SideEntry>

const FOOTBALL = 1

/** Reads the body of one season from a response, like `readBodyAs`. Throws an OtherSportError too. */
export function readBody(json: unknown, requested: RequestedSeason): LeagueBody {
  const body = readBodyAs(LeagueBody, json, requested)
  if ((body.gameId ?? FOOTBALL) === FOOTBALL) return body
  throw new OtherSportError(body.settings?.name?.trim() || `League ${requested.leagueId}`, null)
}

export const Identity = { id: z.int().nullish(), seasonId: z.int().nullish() }

type AnyBody = { id?: number | null | undefined; seasonId?: number | null | undefined }

export type RequestedSeason = { leagueId: string; season: number }

/** Whether a response is an empty list, which the history endpoint returns for an unknown season. */
export function isEmptyHistory(json: unknown): boolean {
  return Array.isArray(json) && json.length === 0
}

/**
 * Reads the body of one season from a response, which is either the body or a list of seasons. Throws
 * `unexpected_shape` with the path of the invalid field, or `wrong_league` when the body belongs to another
 * league or season.
 */
export function readBodyAs<Body extends AnyBody>(
  schema: z.ZodType<Body>,
  json: unknown,
  { leagueId, season }: RequestedSeason,
): Body {
  const bodies = (Array.isArray(json) ? json : [json]).map((each) => readAs(schema, each))
  const body = bodies.length === 1 ? bodies[0] : bodies.find((each) => each.seasonId === season)
  if (body === undefined) throw new ProviderError('wrong_league', `the response has no season ${season}`)
  if (String(body.id ?? leagueId) !== leagueId || (body.seasonId ?? season) !== season) {
    const [expected, found] = [
      `league ${leagueId}, season ${season}`,
      `league ${body.id}, season ${body.seasonId}`,
    ]
    throw new ProviderError('wrong_league', `expected ${expected}, received ${found}`)
  }
  return body
}
