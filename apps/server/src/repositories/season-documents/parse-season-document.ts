import type { Points } from '@fieldhouse/domain/points'
import { BRACKETS, type Finding, GAME_RESULTS, TIE_BREAKERS } from '@fieldhouse/domain/seasons/season'
import { z } from 'zod'
import { parseJson } from '../../files/json.ts'
import type { SeasonDocument } from './stored-seasons.ts'

/** No text that people write is longer. Neither database engine preserves null characters and lone surrogates. */
const Text = z
  .string()
  .max(10_000)
  .refine((text) => text.isWellFormed() && !text.includes('\0'))
const PointsValue = z.int().transform((points) => points as Points)
const Week = z.int()

/** More than any season has. */
const listOf = <Item extends z.ZodType>(item: Item) => z.array(item).max(10_000)
const weeksOf = <Item extends z.ZodType>(item: Item) => z.array(item).max(100)

export const Periods = weeksOf(z.object({ period: z.int(), weeks: weeksOf(Week) }))

export const Findings: z.ZodType<Finding[]> = listOf(
  z.object({
    // Only this server writes codes. Codes of older releases are accepted.
    code: Text.transform((code) => code as Finding['code']),
    detail: Text,
    week: z.int().nullable(),
    gameId: z.int().nullable(),
  }),
)

const Side = z.object({
  teamId: z.int(),
  points: PointsValue,
  livePoints: PointsValue.nullable(),
  projectedPoints: PointsValue.nullable(),
  adjustment: PointsValue,
  pointsByWeek: weeksOf(z.object({ week: Week, points: PointsValue })),
})

const Document = z.object({
  name: Text.nullable(),
  isPublic: z.boolean().nullable(),
  scoringType: Text.nullable(),
  hasMedianGame: z.boolean().nullable(),
  isBestBall: z.boolean(),
  hasFineScores: z.boolean(),
  seeding: z
    .object({
      tieBreaker: z.enum(TIE_BREAKERS).nullable(),
      isReseeded: z.boolean().nullable(),
      divisions: listOf(z.object({ divisionId: z.int(), name: Text.nullable() })),
    })
    .nullable(),
  draftAt: z.iso.datetime().nullable(),
  size: z.int(),
  calendar: z.object({
    regularSeasonPeriods: z.int().nullable(),
    periods: Periods,
    playoffTeams: z.int().nullable(),
  }),
  progress: z.object({
    isDrafted: z.boolean(),
    isFinished: z.boolean(),
    currentPeriod: z.int().nullable(),
    currentWeek: Week.nullable(),
    finalWeek: Week.nullable(),
  }),
  previousSeasons: listOf(z.int()),
  members: listOf(z.object({ memberId: Text, name: Text, isManager: z.boolean(), isCreator: z.boolean() })),
  teams: z.array(
    z.object({
      teamId: z.int(),
      name: Text,
      abbrev: Text,
      logo: Text.nullable(),
      divisionId: z.int().nullable(),
      record: z.object({ wins: z.int(), losses: z.int(), ties: z.int() }).nullable(),
      pointsFor: PointsValue.nullable(),
      pointsAgainst: PointsValue.nullable(),
      playoffSeed: z.int().nullable(),
      finalRank: z.int().nullable(),
      eliminatedWeek: Week.nullable().exactOptional(),
      ownerIds: listOf(Text),
      primaryOwnerId: Text.nullable(),
      tradeBlock: z.record(z.string().max(11), z.enum(['offered', 'untouchable'])).exactOptional(),
    }),
  ),
  games: z.array(
    z.object({
      gameId: z.int(),
      period: z.int(),
      home: Side,
      away: Side.nullable(),
      result: z.enum(GAME_RESULTS),
      bracket: z.enum(BRACKETS),
      categories: z.object({ home: z.int(), away: z.int(), ties: z.int() }).nullable(),
    }),
  ),
  weeklyScores: listOf(z.object({ teamId: z.int(), week: Week, points: PointsValue })),
  findings: Findings,
  acceptedZeros: weeksOf(Week),
  file: z
    .object({
      files: listOf(z.object({ name: Text, sha256: Text })),
      version: z.int().nullable(),
      platform: Text.nullable(),
    })
    .nullable(),
}) satisfies z.ZodType<SeasonDocument>

/** Checks a document that may come from an archive. Throws a ZodError or SyntaxError for invalid text. */
export function parseSeasonDocument(text: string): SeasonDocument {
  return Document.refine(isConsistent).parse(parseJson(text))
}

/** Whether every ID is that of one team, game or member. A game may have teams that the season does not have. */
function isConsistent({ members, teams, games, weeklyScores }: SeasonDocument): boolean {
  const memberIds = new Set(members.map(({ memberId }) => memberId))
  const teamIds = new Set(teams.map(({ teamId }) => teamId))
  const gameIds = new Set(games.map(({ gameId }) => gameId))
  return (
    memberIds.size === members.length &&
    teamIds.size === teams.length &&
    gameIds.size === games.length &&
    teams.every(
      ({ ownerIds, primaryOwnerId }) =>
        new Set(ownerIds).size === ownerIds.length &&
        primaryOwnerId === (ownerIds[0] ?? null) &&
        ownerIds.every((id) => memberIds.has(id)),
    ) &&
    weeklyScores.every(({ teamId }) => teamIds.has(teamId))
  )
}
