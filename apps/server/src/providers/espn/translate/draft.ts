import type { Draft, DraftOrder } from '@fieldhouse/domain/rosters/archive'
import { z } from 'zod'
import { Flag, lenient, Text } from '../../schemas/fields.ts'
import { AccountId, Identity, type RequestedSeason, readBodyAs } from '../bodies.ts'

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
  ...Identity,
  draftDetail: z.object({ drafted: Flag, picks: z.array(PickEntry).nullish() }).nullish(),
  settings: lenient(z.object({ draftSettings: lenient(z.object({ type: Text })) })),
})

/** The player ID of a pick that has not been made. Other negative IDs are defenses. */
const NO_PLAYER = -1

/** A draft that was held elsewhere and typed in is `OFFLINE`. */
const KINDS: Readonly<Record<string, DraftOrder>> = {
  SNAKE: 'snake',
  LINEAR: 'linear',
  AUCTION: 'auction',
}

export function translateDraft(json: unknown, requested: RequestedSeason): Draft {
  const { draftDetail, settings } = readBodyAs(DraftBody, json, requested)
  return {
    providerLeagueId: requested.leagueId,
    season: requested.season,
    isComplete: draftDetail?.drafted ?? false,
    kind: KINDS[settings?.draftSettings?.type ?? ''] ?? null,
    picks: (draftDetail?.picks ?? [])
      .filter((pick) => pick.playerId !== NO_PLAYER)
      .map(({ teamId, playerId, bidAmount, ...entry }) => ({
        overall: entry.overallPickNumber,
        round: entry.roundId,
        inRound: entry.roundPickNumber,
        teamId,
        playerId,
        memberId: entry.memberId ?? null,
        isKeeper: entry.keeper ?? false,
        bid: bidAmount && bidAmount > 0 ? bidAmount : null,
      }))
      .sort((a, b) => a.overall - b.overall),
  }
}
