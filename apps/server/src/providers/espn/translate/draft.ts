import type { Draft, DraftOrder, DraftPick } from '@fieldhouse/domain/rosters/archive'
import { z } from 'zod'
import { Flag, lenient, Text } from '../../schemas/fields.ts'
import { readBodyAs } from '../schemas/bodies.ts'
import { AccountId } from '../schemas/fields.ts'

const PickEntry = z.object({
  overallPickNumber: z.int(),
  roundId: z.int(),
  roundPickNumber: z.int(),
  teamId: z.int(),
  playerId: z.int(),
  memberId: lenient(AccountId),
  keeper: Flag,
  bidAmount: lenient(z.number()),
})

const DraftBody = z.object({
  id: z.int().nullish(),
  seasonId: z.int().nullish(),
  draftDetail: z.object({ drafted: Flag, picks: z.array(PickEntry).nullish() }).nullish(),
  settings: lenient(z.object({ draftSettings: lenient(z.object({ type: Text })) })),
})

type PickEntry = z.output<typeof PickEntry>

/** The player ID of a pick that has not been made. Other negative IDs are defenses. */
const NO_PLAYER = -1

/** A draft that was held elsewhere and typed in is `OFFLINE`. */
const KINDS: Readonly<Record<string, DraftOrder>> = {
  SNAKE: 'snake',
  LINEAR: 'linear',
  AUCTION: 'auction',
}

export function translateDraft(json: unknown, requested: { leagueId: string; season: number }): Draft {
  const { draftDetail, settings } = readBodyAs(DraftBody, json, requested)
  return {
    providerLeagueId: requested.leagueId,
    season: requested.season,
    isComplete: draftDetail?.drafted ?? false,
    kind: KINDS[settings?.draftSettings?.type ?? ''] ?? null,
    picks: (draftDetail?.picks ?? [])
      .filter((pick) => pick.playerId !== NO_PLAYER)
      .map(toPick)
      .sort((a, b) => a.overall - b.overall),
  }
}

function toPick(entry: PickEntry): DraftPick {
  return {
    overall: entry.overallPickNumber,
    round: entry.roundId,
    inRound: entry.roundPickNumber,
    teamId: entry.teamId,
    playerId: entry.playerId,
    memberId: entry.memberId ?? null,
    isKeeper: entry.keeper ?? false,
    bid: entry.bidAmount && entry.bidAmount > 0 ? entry.bidAmount : null,
  }
}
