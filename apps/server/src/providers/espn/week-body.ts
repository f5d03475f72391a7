import { z } from 'zod'
import { Flag, Id, listOfSome, Score, soft, Text, WeeksOfPeriods, Whole } from './fields.ts'

// Strict where a wrong type would lose a player, a place or a score; see fields.ts.

const StatLine = z.object({
  statSourceId: z.int().nullish(),
  statSplitTypeId: z.int().nullish(),
  scoringPeriodId: z.int().nullish(),
  seasonId: z.int().nullish(),
  proTeamId: Whole,
  appliedTotal: Score,
})

const Player = z.object({
  fullName: Text,
  defaultPositionId: Whole,
  proTeamId: Whole,
  injuryStatus: Text,
  eligibleSlots: listOfSome(z.int()),
  stats: z.array(StatLine).nullish(),
})

const RosterEntry = z.object({
  playerId: z.int(),
  lineupSlotId: z.int(),
  playerPoolEntry: z.object({ player: Player.nullish() }).nullish(),
})

const Roster = z.object({ appliedStatTotal: Score, entries: z.array(RosterEntry).nullish() })

const Side = z.object({ teamId: Id.nullish(), rosterForCurrentScoringPeriod: Roster.nullish() })

/** An answer with line-ups. Those of `rosterForMatchupPeriod` have no slots, `teams[].roster` is of now. */
export const WeekBody = z.object({
  id: z.int().nullish(),
  seasonId: z.int().nullish(),
  /** The week that was asked for. */
  scoringPeriodId: z.int().nullish(),
  draftDetail: soft(z.object({ drafted: Flag })),
  settings: soft(
    z.object({
      scheduleSettings: soft(z.object({ matchupPeriods: WeeksOfPeriods })),
      rosterSettings: soft(
        z.object({ lineupSlotCounts: soft(z.record(z.string().regex(/^\d+$/), z.int())) }),
      ),
    }),
  ),
  schedule: z
    .array(z.object({ matchupPeriodId: z.int(), home: Side.nullish(), away: Side.nullish() }))
    .nullish(),
})

export type WeekBody = z.output<typeof WeekBody>
export type Roster = z.output<typeof Roster>
export type RosterEntry = z.output<typeof RosterEntry>
export type Player = z.output<typeof Player>
export type StatLine = z.output<typeof StatLine>
