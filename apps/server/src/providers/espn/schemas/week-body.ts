import { z } from 'zod'
import { Flag, LenientInt, lenient, lenientList, Score, Text } from '../../schemas/fields.ts'
import { Identity } from './bodies.ts'
import { Id, WeeksByPeriod } from './fields.ts'

// Strict for fields whose wrong type would lose a player, a slot or a score; see fields.ts.

const StatLine = z.object({
  statSourceId: z.int().nullish(),
  statSplitTypeId: z.int().nullish(),
  scoringPeriodId: z.int().nullish(),
  seasonId: z.int().nullish(),
  proTeamId: LenientInt,
  appliedTotal: Score,
})

const Player = z.object({
  fullName: Text,
  defaultPositionId: LenientInt,
  proTeamId: LenientInt,
  injuryStatus: Text,
  eligibleSlots: lenientList(z.int()),
  stats: z.array(StatLine).nullish(),
})

const RosterEntry = z.object({
  playerId: z.int(),
  lineupSlotId: z.int(),
  playerPoolEntry: z.object({ player: Player.nullish() }).nullish(),
})

const Roster = z.object({ appliedStatTotal: Score, entries: z.array(RosterEntry).nullish() })

const Side = z.object({ teamId: Id.nullish(), rosterForCurrentScoringPeriod: Roster.nullish() })

/**
 * A response with lineups. They are read from `rosterForCurrentScoringPeriod`, because the entries of
 * `rosterForMatchupPeriod` have no slots and `teams[].roster` is the current roster.
 */
export const WeekBody = z.object({
  ...Identity,
  /** The requested NFL week. */
  scoringPeriodId: z.int().nullish(),
  draftDetail: lenient(z.object({ drafted: Flag })),
  settings: lenient(
    z.object({
      scheduleSettings: lenient(z.object({ matchupPeriods: WeeksByPeriod })),
      rosterSettings: lenient(
        z.object({ lineupSlotCounts: lenient(z.record(z.string().regex(/^\d+$/), z.int())) }),
      ),
    }),
  ),
  schedule: z
    .array(
      z.object({
        matchupPeriodId: z.int(),
        home: Side.nullish(),
        away: Side.nullish(),
        /** All teams of a league without matchups. */
        teams: z.array(Side).nullish(),
      }),
    )
    .nullish(),
})

export type WeekBody = z.output<typeof WeekBody>
export type Roster = z.output<typeof Roster>
export type RosterEntry = z.output<typeof RosterEntry>
export type Player = z.output<typeof Player>
export type StatLine = z.output<typeof StatLine>
